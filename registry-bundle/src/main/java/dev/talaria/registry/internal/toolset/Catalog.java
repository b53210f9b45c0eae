package dev.talaria.registry.internal.toolset;

import dev.talaria.api.ToolFilter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What names of toolsets mean, and who may have which. A value and part of the published table: the
 * same catalogue and the same tools always give the same members.
 *
 * <p>A name means all of these together: the tools that stand in a toolset of that name, those of
 * the MCP server of that name, and what a definition of that name lists and includes.
 *
 * @param configured the operator's definitions, by name
 * @param operator the operator's filter over all sessions
 * @param principals by principal, the filters that bind it whatever its sessions ask for
 */
public record Catalog(
    Map<String, ToolsetDefinition> configured,
    OperatorFilter operator,
    Map<String, List<ToolFilter>> principals) {
  /** Only what is shipped, and everything for everybody. */
  public static final Catalog SHIPPED = new Catalog(Map.of(), OperatorFilter.NONE, Map.of());

  private static final Set<String> EVERYTHING = Set.of("all", "*");

  public Catalog {
    configured = Map.copyOf(configured);
    Map<String, List<ToolFilter>> copies = new HashMap<>();
    principals.forEach((principal, filters) -> copies.put(principal, List.copyOf(filters)));
    principals = Map.copyOf(copies);
  }

  /** Returns this catalogue with other settings of the operator. */
  public Catalog configuredAs(Map<String, ToolsetDefinition> definitions, OperatorFilter filter) {
    return new Catalog(definitions, filter, principals);
  }

  /** Returns this catalogue with other filters of principals. */
  public Catalog withPrincipals(Map<String, List<ToolFilter>> filters) {
    return new Catalog(configured, operator, filters);
  }

  /** Returns all definitions, ordered by name: the operator's before those that are shipped. */
  public Map<String, ToolsetDefinition> definitions() {
    Map<String, ToolsetDefinition> all = new TreeMap<>(ShippedToolsets.COMPOSITES);
    all.putAll(configured);
    return all;
  }

  /** Returns the definition of a name, if there is one. */
  public Optional<ToolsetDefinition> definition(String name) {
    return Optional.ofNullable(configured.get(name))
        .or(() -> Optional.ofNullable(ShippedToolsets.COMPOSITES.get(name)));
  }

  /**
   * Returns whether a name means anything.
   *
   * @param live says whether tools stand in a toolset, or come from an MCP server, of a name
   */
  public boolean knows(String name, Predicate<String> live) {
    return EVERYTHING.contains(name)
        || definition(name).isPresent()
        || ShippedToolsets.LEGACY.containsKey(name)
        || live.test(name);
  }

  /** Returns the names of a filter that mean nothing, ordered. */
  public Set<String> unknown(ToolFilter filter, Predicate<String> live) {
    Set<String> names = new TreeSet<>(filter.disabled());
    filter.enabled().ifPresent(names::addAll);
    names.removeIf(name -> knows(name, live));
    return names;
  }

  /** Returns the filters of a kind of session, ready to be asked. */
  public Selection select(List<ToolFilter> filters, Predicate<String> live) {
    List<Selection.Clause> clauses = new ArrayList<>(filters.size());
    for (ToolFilter filter : filters) {
      List<Members> disabled = new ArrayList<>();
      List<Members> beyondCore = new ArrayList<>();
      for (String name : filter.disabled()) {
        (isPosture(name) ? beyondCore : disabled).add(members(name, live));
      }
      clauses.add(
          new Selection.Clause(
              filter
                  .enabled()
                  .map(names -> names.stream().map(name -> members(name, live)).toList())
                  .orElse(List.of(Members.ALL)),
              disabled,
              beyondCore,
              beyondCore.isEmpty() ? Members.NONE : members(ShippedToolsets.CORE, live)));
    }
    return new Selection(clauses);
  }

  /** Returns the operator's filter, ready to be asked. */
  public OperatorRule operatorRule(Predicate<String> live) {
    return operator.equals(OperatorFilter.NONE)
        ? OperatorRule.NONE
        : new OperatorRule(
            operator.closedBy(),
            operator.enabled().map(names -> entries(names, live)),
            entries(operator.disabled(), live),
            members(ShippedToolsets.CORE, live));
  }

  private List<OperatorRule.Entry> entries(Set<String> names, Predicate<String> live) {
    // In a stable order, so that the same entry is blamed each time.
    return new TreeSet<>(names)
        .stream()
            .map(name -> new OperatorRule.Entry(name, members(name, live), isPosture(name)))
            .toList();
  }

  private boolean isPosture(String name) {
    return definition(name).filter(ToolsetDefinition::posture).isPresent();
  }

  /** Returns what a name means; nothing, if it means nothing. */
  public Members members(String name, Predicate<String> live) {
    Set<String> toolsets = new HashSet<>();
    Set<String> tools = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(List.of(name));
    while (!open.isEmpty()) {
      String next = open.pop();
      if (EVERYTHING.contains(next)) {
        return Members.ALL;
      }
      // Each name is followed once, so cycles end.
      if (toolsets.add(next)) {
        Optional<ToolsetDefinition> definition = definition(next);
        definition.ifPresent(
            written -> {
              tools.addAll(written.tools());
              open.addAll(written.includes());
            });
        Set<String> legacy = ShippedToolsets.LEGACY.get(next);
        if (legacy != null && definition.isEmpty() && !live.test(next)) {
          tools.addAll(legacy);
        }
      }
    }
    return new Members(false, toolsets, tools);
  }
}
