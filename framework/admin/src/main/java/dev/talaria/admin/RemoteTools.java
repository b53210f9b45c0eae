package dev.talaria.admin;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Where the client of MCP servers brings their tools. Provided by the registry to core bundles;
 * what a bundle opened ends when that bundle stops. Thread-safe.
 */
@ProviderType
public interface RemoteTools {
  /**
   * Opens the owner {@code mcp:SERVER}, without tools yet; the caller closes it. Its tools have the
   * origin MCP and stand in the toolset {@code mcp-SERVER}.
   *
   * @param server the configured name: lower-case letters, digits, {@code _} and {@code -}, at most
   *     60 characters
   * @throws IllegalArgumentException if the name breaks that rule
   * @throws IllegalStateException if the server is open already, or the caller is no core bundle
   */
  RemoteServer open(String server);
}
