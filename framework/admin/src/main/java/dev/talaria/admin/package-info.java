/**
 * What core bundles share with each other and with nobody else: owners, deployments, policy,
 * explanations, access. The launcher's resolver hook keeps deployed bundles from wiring to it.
 */
@Export
@Version("1.0.0")
package dev.talaria.admin;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
