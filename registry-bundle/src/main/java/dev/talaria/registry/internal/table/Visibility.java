package dev.talaria.registry.internal.table;

import dev.talaria.api.ToolFilter;
import java.util.ArrayList;
import java.util.List;

/**
 * Which tools one kind of session has: those of all filters. A value, so that equal sessions share
 * views. Decided by {@link ToolTable#sees}.
 *
 * @param filters of the session and of those it is a child of; empty: everything
 */
public record Visibility(List<ToolFilter> filters) {
  /** Everything. */
  public static final Visibility ALL = new Visibility(List.of());

  public Visibility {
    filters = List.copyOf(filters);
  }

  /** Returns what a session with this filter sees. */
  public static Visibility of(ToolFilter filter) {
    return ALL.within(filter);
  }

  /** Returns what a child of this session sees; never more. */
  public Visibility within(ToolFilter filter) {
    if (filter.equals(ToolFilter.ALL) || filters.contains(filter)) {
      return this;
    }
    List<ToolFilter> all = new ArrayList<>(filters);
    all.add(filter);
    return new Visibility(all);
  }
}
