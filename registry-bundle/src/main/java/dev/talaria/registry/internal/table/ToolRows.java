package dev.talaria.registry.internal.table;

import dev.talaria.admin.ToolRow;
import dev.talaria.registry.internal.resolution.Resolution;
import java.util.List;

/** Shows resolutions to those who ask how things stand. */
public final class ToolRows {
  private ToolRows() {}

  /** Returns every contender and candidate of a name, in the order of the fold. */
  public static List<ToolRow> of(Resolution resolution) {
    return resolution.steps().stream()
        .map(step -> new ToolRow(StandardToolInfo.of(step), step.reason()))
        .toList();
  }
}
