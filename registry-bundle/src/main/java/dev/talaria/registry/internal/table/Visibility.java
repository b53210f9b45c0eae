package dev.talaria.registry.internal.table;

import dev.talaria.api.ToolFilter;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Which tools one kind of session has: those of all filters, and of the filters that bind its
 * principal in the table of the moment. A value, so that equal sessions share views. Decided by
 * {@link ToolTable#sees}.
 *
 * @param principal who calls; an empty text: nobody whom filters bind
 * @param filters of the session and of those it is a child of; empty: everything
 * @param agent whether tools that only an agent's own loop carries out are seen
 */
public record Visibility(String principal, List<ToolFilter> filters, boolean agent) {
  /** Everything that the operator allows. */
  public static final Visibility ALL = new Visibility("", List.of(), true);

  public Visibility {
    Objects.requireNonNull(principal, "principal");
    filters = List.copyOf(filters);
  }

  /** Returns what a session with this filter sees that no principal stands behind. */
  public static Visibility of(ToolFilter filter) {
    return ALL.within(filter);
  }

  /** Returns what a session of a principal sees that is no agent's. */
  public static Visibility of(String principal, ToolFilter filter) {
    return of(principal, filter, false);
  }

  /** Returns what a session of a principal sees. */
  public static Visibility of(String principal, ToolFilter filter, boolean agent) {
    return new Visibility(principal, List.of(), agent).within(filter);
  }

  /** Returns what a child of this session sees; never more. */
  public Visibility within(ToolFilter filter) {
    if (filter.equals(ToolFilter.ALL) || filters.contains(filter)) {
      return this;
    }
    List<ToolFilter> all = new ArrayList<>(filters);
    all.add(filter);
    return new Visibility(principal, all, agent);
  }
}
