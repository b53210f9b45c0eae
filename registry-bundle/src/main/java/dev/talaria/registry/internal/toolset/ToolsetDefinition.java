package dev.talaria.registry.internal.toolset;

import java.util.Objects;
import java.util.Set;

/**
 * A toolset that somebody wrote down, beside the tools that say themselves that they stand in it.
 *
 * @param description for people
 * @param tools names of tools
 * @param includes names of other toolsets; cycles are harmless
 * @param posture whether disabling it takes away only what is not in {@link ShippedToolsets#CORE}:
 *     a way of working shares most of its tools with all others
 */
public record ToolsetDefinition(
    String description, Set<String> tools, Set<String> includes, boolean posture) {
  public ToolsetDefinition {
    Objects.requireNonNull(description, "description");
    tools = Set.copyOf(tools);
    includes = Set.copyOf(includes);
  }
}
