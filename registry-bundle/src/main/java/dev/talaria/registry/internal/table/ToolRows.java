package dev.talaria.registry.internal.table;

import dev.talaria.admin.Since;
import dev.talaria.admin.ToolRow;
import dev.talaria.registry.internal.resolution.Resolution;
import dev.talaria.registry.internal.resolution.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Shows resolutions to those who ask how things stand. */
public final class ToolRows {
  private ToolRows() {}

  /** Returns every contender and candidate of a name, in the order of the fold. */
  public static List<ToolRow> of(NameEntry entry) {
    List<Step> steps = entry.resolution().steps();
    List<ToolRow> rows = new ArrayList<>(steps.size());
    for (int i = 0; i < steps.size(); i++) {
      rows.add(row(steps.get(i), Optional.of(entry.history().since(i))));
    }
    return rows;
  }

  /** Returns the same of a resolution that has not been published. */
  public static List<ToolRow> of(Resolution resolution) {
    return resolution.steps().stream().map(step -> row(step, Optional.empty())).toList();
  }

  private static ToolRow row(Step step, Optional<Since> since) {
    return new ToolRow(StandardToolInfo.of(step), step.reason(), since);
  }
}
