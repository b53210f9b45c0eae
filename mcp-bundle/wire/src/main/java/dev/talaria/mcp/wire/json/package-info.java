/** JSON as it comes off and goes onto the wire: strict, with limits, without a tree. */
@Export
@Version("1.0.0")
package dev.talaria.mcp.wire.json;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
