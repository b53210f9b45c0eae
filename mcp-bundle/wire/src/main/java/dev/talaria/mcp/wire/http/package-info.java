/** What the Streamable HTTP transport adds: header rules and event streams. */
@Export
@Version("1.0.0")
package dev.talaria.mcp.wire.http;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
