package dev.talaria.registry.internal.toolset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolInfo;
import dev.talaria.registry.internal.table.NameEntry;
import dev.talaria.registry.internal.table.ToolTable;
import dev.talaria.registry.internal.table.Visibility;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What holds for any filters, any definitions and any tools. */
class FilterPropertyTest {
  private static final List<String> NAMES =
      List.of(
          "web",
          "file",
          "own",
          "srv",
          "mcp-srv",
          "a",
          "b",
          "c",
          "core",
          "coding",
          "web_tools",
          "file_tools",
          "all",
          "nothing");
  private static final List<String> TOOLS =
      List.of("web_search", "read_file", "patch", "own_tool", "mcp__srv__find", "mcp__web__get");

  @Property(tries = 500)
  void whatIsListedIsWhatMayBeCalledAndChildrenAreNeverWider(
      @ForAll("catalogs") Catalog catalog,
      @ForAll("presence") Set<String> present,
      @ForAll("filters") ToolFilter parent,
      @ForAll("filters") ToolFilter child) {
    ToolTable table = table(catalog, present);
    Visibility above = Visibility.of("somebody", parent);
    Visibility below = above.within(child);

    for (Visibility visibility : List.of(Visibility.ALL, above, below)) {
      Set<String> listed = names(table, visibility);
      Set<String> callable =
          table.entries().stream()
              .filter(entry -> table.sees(visibility, entry))
              .map(entry -> entry.resolution().name())
              .collect(Collectors.toSet());
      assertThat(listed).isEqualTo(callable);
      for (NameEntry entry : table.entries()) {
        String name = entry.resolution().name();
        assertThat(table.view(visibility).find(name).isPresent()).isEqualTo(listed.contains(name));
      }
    }
    assertThat(names(table, above)).containsAll(names(table, below));
    assertThat(names(table, Visibility.ALL)).containsAll(names(table, above));
    assertThat(names(table, Visibility.of(child))).containsAll(names(table, below));
  }

  @Property(tries = 300)
  void whatIsDisabledIsTakenAwayWhateverIsEnabled(
      @ForAll("catalogs") Catalog catalog,
      @ForAll("presence") Set<String> present,
      @ForAll("filters") ToolFilter filter) {
    ToolTable table = table(catalog, present);
    Set<String> listed = names(table, Visibility.of(filter));
    for (String name : filter.disabled()) {
      boolean posture =
          table.catalog().definition(name).filter(ToolsetDefinition::posture).isPresent();
      if (!posture) {
        Set<String> takenAway = names(table, Visibility.of(ToolFilter.only(Set.of(name))));
        assertThat(listed).noneMatch(takenAway::contains);
      }
    }
    for (ToolInfo tool : table.view(Visibility.of(filter)).tools()) {
      assertThat(
              filter.enabled().isEmpty()
                  || filter.enabled().get().stream().anyMatch(n -> table.members(n).hold(tool)))
          .isTrue();
    }
  }

  private static ToolTable table(Catalog catalog, Set<String> present) {
    Toolsets toolsets = new Toolsets();
    add(present, "web_search", () -> toolsets.builtin("web", "web_search"));
    add(present, "read_file", () -> toolsets.builtin("file", "read_file", "patch"));
    add(present, "own_tool", () -> toolsets.plugin("own", "own_tool"));
    add(present, "mcp__srv__find", () -> toolsets.mcp("srv", "mcp__srv__find"));
    add(present, "mcp__web__get", () -> toolsets.mcp("web", "mcp__web__get"));
    toolsets.publisher.applyCatalog(before -> catalog);
    return toolsets.publisher.table();
  }

  private static void add(Set<String> present, String tool, Runnable action) {
    if (present.contains(tool)) {
      action.run();
    }
  }

  private static Set<String> names(ToolTable table, Visibility visibility) {
    return table.view(visibility).tools().stream().map(ToolInfo::name).collect(Collectors.toSet());
  }

  @Provide
  Arbitrary<Set<String>> presence() {
    return Arbitraries.of(TOOLS).set().ofMaxSize(TOOLS.size());
  }

  @Provide
  Arbitrary<ToolFilter> filters() {
    Arbitrary<Set<String>> names = Arbitraries.of(NAMES).set().ofMaxSize(3);
    return Combinators.combine(names.optional(0.7), names).as(ToolFilter::new);
  }

  @Provide
  Arbitrary<Catalog> catalogs() {
    Arbitrary<ToolsetDefinition> definition =
        Combinators.combine(
                Arbitraries.of(TOOLS).set().ofMaxSize(2),
                Arbitraries.of(NAMES).set().ofMaxSize(2),
                Arbitraries.of(true, false))
            .as((tools, includes, posture) -> new ToolsetDefinition("", tools, includes, posture));
    Arbitrary<Map<String, ToolsetDefinition>> configured =
        Arbitraries.maps(Arbitraries.of("a", "b", "c", "web", "core"), definition).ofMaxSize(4);
    Arbitrary<Set<String>> entries = Arbitraries.of(NAMES).set().ofMaxSize(2);
    Arbitrary<OperatorFilter> operator =
        Combinators.combine(entries.optional(0.3), entries)
            .as((enabled, disabled) -> new OperatorFilter(enabled, disabled));
    return Combinators.combine(configured, operator, filters().list().ofMaxSize(2))
        .as(
            (definitions, filter, binding) -> {
              Map<String, List<ToolFilter>> principals = new HashMap<>();
              principals.put("somebody", binding);
              return new Catalog(definitions, filter, principals);
            });
  }

  @Property(tries = 50)
  void anEmptyEnabledSetGivesNothing(@ForAll("catalogs") Catalog catalog) {
    ToolTable table = table(catalog, Set.copyOf(TOOLS));
    assertThat(table.view(Visibility.of(new ToolFilter(Optional.of(Set.of()), Set.of()))).tools())
        .isEmpty();
  }
}
