package dev.talaria.admin;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * What a core bundle opens a session with.
 *
 * @param principal who calls, as established
 * @param client what the client calls itself; for display only, may be empty
 * @param toolsets to see; empty: all
 * @param workspaceRoots that tools may work in; empty: no workspace
 */
public record SessionSpec(
    String principal, String client, Set<String> toolsets, List<Path> workspaceRoots) {
  public SessionSpec {
    Objects.requireNonNull(principal, "principal");
    Objects.requireNonNull(client, "client");
    toolsets = Set.copyOf(toolsets);
    workspaceRoots = List.copyOf(workspaceRoots);
  }
}
