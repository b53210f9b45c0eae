package dev.talaria.admin;

import dev.talaria.api.ToolFilter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * What a core bundle opens a session with.
 *
 * @param principal who calls, as established
 * @param client what the client calls itself; for display only, may be empty
 * @param filter which tools it has
 * @param workspaceRoots that tools may work in; empty: no workspace
 * @param options what kind of consumer it is
 */
public record SessionSpec(
    String principal,
    String client,
    ToolFilter filter,
    List<Path> workspaceRoots,
    SessionOptions options) {
  public SessionSpec {
    Objects.requireNonNull(principal, "principal");
    Objects.requireNonNull(client, "client");
    Objects.requireNonNull(filter, "filter");
    workspaceRoots = List.copyOf(workspaceRoots);
    Objects.requireNonNull(options, "options");
  }

  /** Returns the spec of a consumer without anything special about it. */
  public static SessionSpec of(
      String principal, String client, ToolFilter filter, List<Path> workspaceRoots) {
    return new SessionSpec(principal, client, filter, workspaceRoots, SessionOptions.PLAIN);
  }
}
