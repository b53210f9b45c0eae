package dev.talaria.admin;

import dev.talaria.api.Origin;
import java.util.List;
import java.util.Set;

/**
 * A toolset.
 *
 * @param name of the toolset
 * @param tools the names of its standing tools, ordered
 * @param available how many of them can be called now
 * @param origins of its tools
 */
public record ToolsetRow(String name, List<String> tools, int available, Set<Origin> origins) {
  public ToolsetRow {
    tools = List.copyOf(tools);
    origins = Set.copyOf(origins);
  }
}
