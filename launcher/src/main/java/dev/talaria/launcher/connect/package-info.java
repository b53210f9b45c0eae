/** What to paste so that an MCP client reaches the runtime. */
package dev.talaria.launcher.connect;
