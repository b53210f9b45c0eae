package dev.talaria.registry.internal.toolset;

import dev.talaria.api.ToolInfo;
import java.util.List;

/** The filters of one kind of session, ready to be asked: a tool has to pass all. Immutable. */
public final class Selection {
  /** Everything passes. */
  public static final Selection ALL = new Selection(List.of());

  /**
   * One filter.
   *
   * @param enabled each tool has to be in one of them
   * @param disabled no tool may be in one of them
   * @param disabledBeyondCore nor in one of these, unless it is of the core
   */
  record Clause(
      List<Members> enabled,
      List<Members> disabled,
      List<Members> disabledBeyondCore,
      Members core) {
    boolean passes(ToolInfo tool) {
      return anyHolds(enabled, tool)
          && !anyHolds(disabled, tool)
          && (!anyHolds(disabledBeyondCore, tool) || core.hold(tool));
    }

    private static boolean anyHolds(List<Members> all, ToolInfo tool) {
      for (Members members : all) {
        if (members.hold(tool)) {
          return true;
        }
      }
      return false;
    }
  }

  private final List<Clause> clauses;

  Selection(List<Clause> clauses) {
    this.clauses = List.copyOf(clauses);
  }

  /** Returns whether a session with these filters has the tool. */
  public boolean includes(ToolInfo tool) {
    for (Clause clause : clauses) {
      if (!clause.passes(tool)) {
        return false;
      }
    }
    return true;
  }
}
