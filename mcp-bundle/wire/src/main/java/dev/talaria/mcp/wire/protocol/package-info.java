/** Revisions, eras, method names and reserved keys of the Model Context Protocol. */
@Export
@Version("1.0.0")
package dev.talaria.mcp.wire.protocol;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
