package dev.talaria.admin;

import dev.talaria.admin.SessionOptions.ToolSearchMode;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Decides over each HTTP request, before anything of it is looked at. Fail-closed: an endpoint
 * without this service does not answer. Thread-safe.
 */
@ProviderType
public interface AccessControl {
  /** What a request is for. */
  enum Area {
    /** The MCP endpoint; {@code --no-auth} lifts the token for it on loopback. */
    MCP,
    /** Data and actions of the runtime. */
    API,
    /** Answers that need no token: health status. */
    PUBLIC
  }

  /**
   * The facts of a request; null where a header is missing.
   *
   * @param area what it is for
   * @param authorization the {@code Authorization} header
   * @param host the {@code Host} header
   * @param origin the {@code Origin} header
   * @param remoteAddress the peer's IP address as text
   */
  record Request(
      Area area, String authorization, String host, String origin, String remoteAddress) {
    public Request {
      Objects.requireNonNull(area, "area");
      Objects.requireNonNull(remoteAddress, "remoteAddress");
    }
  }

  /** What was decided. */
  sealed interface Decision {
    /** The request may go on, as this principal. */
    record Granted(Principal principal) implements Decision {}

    /**
     * The request is refused.
     *
     * @param status 401 for a missing or wrong token, 403 for a wrong host, origin or peer
     * @param message for the reader; says nothing about the token
     */
    record Denied(int status, String message) implements Decision {}
  }

  /**
   * Who sends a request.
   *
   * @param name stable for one credential; a key for what belongs to this principal
   * @param home whether it holds the home's token, which may do everything
   * @param toolsets it may see; empty: all
   * @param workspaceRoots its tools may work in; empty: none
   * @param toolSearch whether its sessions are shown a search in place of tools
   */
  record Principal(
      String name,
      boolean home,
      Set<String> toolsets,
      List<Path> workspaceRoots,
      ToolSearchMode toolSearch) {
    /** Who sees all its tools at once. */
    public Principal(String name, boolean home, Set<String> toolsets, List<Path> workspaceRoots) {
      this(name, home, toolsets, workspaceRoots, ToolSearchMode.OFF);
    }

    public Principal {
      Objects.requireNonNull(name, "name");
      toolsets = Set.copyOf(toolsets);
      workspaceRoots = List.copyOf(workspaceRoots);
      Objects.requireNonNull(toolSearch, "toolSearch");
    }
  }

  /** Decides over a request. */
  Decision decide(Request request);
}
