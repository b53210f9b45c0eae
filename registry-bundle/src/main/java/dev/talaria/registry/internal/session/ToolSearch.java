package dev.talaria.registry.internal.session;

import dev.talaria.admin.SessionOptions;
import dev.talaria.admin.SessionOptions.ToolSearchMode;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolView;
import dev.talaria.registry.internal.search.Bridged;
import dev.talaria.registry.internal.search.SearchBridge;
import dev.talaria.registry.internal.search.SearchSettings;
import dev.talaria.registry.internal.search.SearchView;
import dev.talaria.registry.internal.table.ToolTable;
import dev.talaria.registry.internal.table.Visibility;
import java.util.function.Supplier;

/**
 * Shows sessions that want it a search in place of tools. A view with a search is made once for all
 * sessions that are shown the same, and kept with the view that it is made of.
 */
public final class ToolSearch {
  private final Supplier<SearchSettings> settings;
  private final SearchBridge bridge;

  /** What makes views with a search different that are made of one view. */
  private record Kind(ToolSearchMode mode, long contextTokens, SearchSettings settings) {}

  public ToolSearch(Supplier<SearchSettings> settings, SearchBridge bridge) {
    this.settings = settings;
    this.bridge = bridge;
  }

  ToolView view(ToolTable table, Visibility visibility, SessionOptions options) {
    if (options.toolSearch() == ToolSearchMode.OFF) {
      return table.view(visibility);
    }
    SearchSettings now = settings.get();
    return table.view(
        visibility,
        new Kind(options.toolSearch(), options.contextTokens(), now),
        base ->
            SearchView.of(
                base,
                options,
                now,
                name -> !table.inputs().declarations(name).isEmpty(),
                name -> table.entry(name).defined()));
  }

  /** Decides what becomes of a call of a session that sees this view. */
  Bridged take(ToolCall call, ToolView view) {
    return view instanceof SearchView search
        ? bridge.take(call, search)
        : new Bridged.Forward(call);
  }
}
