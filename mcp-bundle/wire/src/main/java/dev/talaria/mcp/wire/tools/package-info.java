/** Tools and results in the words of the Model Context Protocol. */
@Export
@Version("1.0.0")
package dev.talaria.mcp.wire.tools;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
