package dev.talaria.registry.internal.table;

import dev.talaria.admin.Since;
import dev.talaria.admin.ToolRow;
import dev.talaria.api.ToolState;
import dev.talaria.registry.internal.availability.Board;
import dev.talaria.registry.internal.history.NameHistory;
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
    return rows(entry.resolution(), entry.condition(), Optional.of(entry.history()));
  }

  /**
   * Returns the same of a resolution that has not been published.
   *
   * @param board what was found out so far
   */
  public static List<ToolRow> of(Resolution resolution, Board board) {
    return rows(resolution, Condition.of(resolution, board), Optional.empty());
  }

  private static List<ToolRow> rows(
      Resolution resolution, Condition condition, Optional<NameHistory> history) {
    List<ToolRow> rows = new ArrayList<>(resolution.steps().size());
    for (int i = 0; i < resolution.steps().size(); i++) {
      Step step = resolution.steps().get(i);
      int place = i;
      Optional<Since> since = history.map(known -> known.since(place));
      rows.add(
          resolution.top().filter(top -> top == step.contender()).isPresent()
              ? new ToolRow(StandardToolInfo.of(step, condition), condition.reasonOf(step), since)
              : new ToolRow(StandardToolInfo.of(step), step.reason(), since));
    }
    return rows;
  }

  /**
   * Returns the same for a name of a table. A tool that the operator has disabled stands and cannot
   * be called.
   */
  public static List<ToolRow> of(ToolTable table, NameEntry entry) {
    List<ToolRow> rows = of(entry);
    Optional<String> objection = table.objection(entry);
    return objection.isEmpty()
        ? rows
        : rows.stream().map(row -> stands(row) ? disabled(row, objection.get()) : row).toList();
  }

  private static boolean stands(ToolRow row) {
    return switch (row.info().state()) {
      case ACTIVE, SUSPENDED, UNAVAILABLE -> true;
      case SHADOWED, REFUSED, STAGED -> false;
    };
  }

  private static ToolRow disabled(ToolRow row, String why) {
    String reason = row.reason().isEmpty() ? why : why + "; " + row.reason();
    return new ToolRow(
        ((StandardToolInfo) row.info()).in(ToolState.UNAVAILABLE), reason, row.since());
  }
}
