/** JSON-RPC 2.0 as the Model Context Protocol uses it: messages, errors, strict decoding. */
@Export
@Version("1.0.0")
package dev.talaria.mcp.wire.jsonrpc;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
