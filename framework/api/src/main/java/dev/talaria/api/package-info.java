/**
 * What tools and plugins compile against. No type of a third-party library appears here, so a
 * plugin built today runs on a runtime that has changed its JSON or logging library.
 */
@Export
@Version("1.0.0")
package dev.talaria.api;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
