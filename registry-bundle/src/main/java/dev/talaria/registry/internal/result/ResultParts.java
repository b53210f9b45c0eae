package dev.talaria.registry.internal.result;

import dev.talaria.registry.internal.policy.Limits;
import dev.talaria.registry.internal.table.NameEntry;
import dev.talaria.registry.internal.table.ToolTable;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What deals with long results, put together.
 *
 * @param store of what was too long
 * @param keeper of single results
 * @param turns keeper of what a turn brought
 */
public record ResultParts(ResultStore store, ResultKeeper keeper, TurnBudget turns) {
  /**
   * Puts the parts together; nothing runs yet.
   *
   * @param home of the runtime; empty: nothing can be saved
   */
  public static ResultParts of(
      Optional<Path> home, Supplier<ToolTable> table, Supplier<Limits> limits) {
    StoreBounds bounds =
        new StoreBounds(StoreBounds.RETENTION, StoreBounds.MAX_BYTES, InstantSource.system());
    return of(
        new ResultStore(home.map(folder -> folder.resolve("data").resolve("results")), bounds),
        table,
        limits);
  }

  static ResultParts of(ResultStore store, Supplier<ToolTable> table, Supplier<Limits> limits) {
    ResultSpiller spiller = new ResultSpiller(store, to -> canReadOn(table.get(), to));
    return new ResultParts(
        store,
        new ResultKeeper(limits, spiller),
        new TurnBudget(limits, spiller, tool -> isPinned(table.get(), tool)));
  }

  private static boolean canReadOn(ToolTable table, Recipient to) {
    return table.sees(to.visibility(), table.entry(ReadResult.NAME));
  }

  private static boolean isPinned(ToolTable table, String tool) {
    NameEntry entry = table.entry(tool);
    return entry != null
        && entry.binding() != null
        && entry.binding().document().maxResultChars() < 0;
  }
}
