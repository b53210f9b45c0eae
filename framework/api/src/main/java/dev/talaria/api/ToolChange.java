package dev.talaria.api;

import java.util.List;

/**
 * The difference between two published tables.
 *
 * @param generation of the newer table
 * @param added names that stand now and did not before, ordered
 * @param removed names that stood before and do not now, ordered
 * @param changed names whose definition or provider is another one now, ordered
 */
public record ToolChange(
    long generation, List<String> added, List<String> removed, List<String> changed) {
  public ToolChange {
    added = List.copyOf(added);
    removed = List.copyOf(removed);
    changed = List.copyOf(changed);
  }
}
