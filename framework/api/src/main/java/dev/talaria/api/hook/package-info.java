/**
 * What may look at, change or stop calls on their way. Hooks are services; those of deployed
 * bundles are used only with the operator's grants. Order of a call: rewriting hooks, validation of
 * what they wrote, blocking hooks, the tool, observing hooks, transforming hooks.
 */
@Export
@Version("1.0.0")
package dev.talaria.api.hook;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
