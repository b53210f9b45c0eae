package dev.talaria.registry.internal.table;

import dev.talaria.api.ToolInfo;
import dev.talaria.api.ToolView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What sessions with one filter see of one table; the list is made at the first use. */
final class TableView implements ToolView {
  private final ToolTable table;
  private final Visibility visibility;
  private volatile List<ToolInfo> tools;

  TableView(ToolTable table, Visibility visibility) {
    this.table = table;
    this.visibility = visibility;
  }

  @Override
  public long generation() {
    return table.generation();
  }

  @Override
  public long epoch() {
    return table.epoch();
  }

  @Override
  public List<ToolInfo> tools() {
    List<ToolInfo> known = tools;
    if (known == null) {
      // Two first readers may both make the list; they are equal.
      List<ToolInfo> made = new ArrayList<>();
      for (NameEntry entry : table.entries()) {
        if (table.sees(visibility, entry)) {
          made.add(entry.standing());
        }
      }
      known = List.copyOf(made);
      tools = known;
    }
    return known;
  }

  @Override
  public Optional<ToolInfo> find(String name) {
    NameEntry entry = table.entry(name);
    return table.sees(visibility, entry) ? Optional.of(entry.standing()) : Optional.empty();
  }
}
