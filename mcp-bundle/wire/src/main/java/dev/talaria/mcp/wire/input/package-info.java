/** What a server asks a client for in the middle of a request, and what comes back. */
@Export
@Version("1.0.0")
package dev.talaria.mcp.wire.input;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
