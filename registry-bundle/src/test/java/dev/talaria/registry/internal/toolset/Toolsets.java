package dev.talaria.registry.internal.toolset;

import dev.talaria.admin.ToolsetRow;
import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolInfo;
import dev.talaria.registry.internal.Fixtures;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.table.ChangeNotifier;
import dev.talaria.registry.internal.table.TablePublisher;
import dev.talaria.registry.internal.table.ToolsetRows;
import dev.talaria.registry.internal.table.Visibility;
import dev.talaria.registry.internal.tool.OwnerId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A table with toolsets, without sessions and calls. */
final class Toolsets {
  static final OwnerId PLUGIN = OwnerId.plugin("com.example.plugin");

  final TablePublisher publisher = new TablePublisher(new ChangeNotifier());
  private final Map<String, Candidate> present = new HashMap<>();
  private long ids = 1;

  Toolsets() {
    publisher.apply(
        List.of(new InputChange.Placed(PLUGIN, 1), new InputChange.Promoted(PLUGIN, "d1")));
  }

  Toolsets builtin(String toolset, String... tools) {
    OwnerId owner = OwnerId.builtin("core." + toolset);
    publisher.apply(
        List.of(
            new InputChange.Placed(owner, ids),
            new InputChange.Promoted(owner, Candidate.CORE),
            new InputChange.Declared(
                owner,
                List.of(tools).stream()
                    .map(tool -> Fixtures.declaration(owner, tool, toolset, false))
                    .toList())));
    return add(owner, Candidate.CORE, toolset, tools);
  }

  Toolsets plugin(String toolset, String... tools) {
    return add(PLUGIN, "d1", toolset, tools);
  }

  Toolsets mcp(String server, String... tools) {
    OwnerId owner = Fixtures.mcp(server);
    publisher.apply(
        List.of(new InputChange.Placed(owner, ids), new InputChange.Promoted(owner, "x")));
    return add(owner, "x", "mcp-" + server, tools);
  }

  private Toolsets add(OwnerId owner, String deployment, String toolset, String... tools) {
    for (String tool : tools) {
      Candidate candidate = Fixtures.candidate(ids++, owner, deployment, tool, toolset, false);
      present.put(tool, candidate);
      publisher.apply(new InputChange.Arrived(candidate));
    }
    return this;
  }

  void leave(String tool) {
    publisher.apply(new InputChange.Left(present.remove(tool)));
  }

  Toolsets define(String name, Set<String> tools, Set<String> includes) {
    return define(name, new ToolsetDefinition("Test.", tools, includes, false));
  }

  Toolsets define(String name, ToolsetDefinition definition) {
    publisher.applyCatalog(
        catalog -> {
          Map<String, ToolsetDefinition> all = new HashMap<>(catalog.configured());
          all.put(name, definition);
          return catalog.configuredAs(all, catalog.operator());
        });
    return this;
  }

  Toolsets operator(Optional<Set<String>> enabled, Set<String> disabled) {
    publisher.applyCatalog(
        catalog ->
            catalog.configuredAs(catalog.configured(), new OperatorFilter(enabled, disabled)));
    return this;
  }

  List<String> visible(ToolFilter filter) {
    return visible(Visibility.of(filter));
  }

  List<String> visible(Visibility visibility) {
    return publisher.table().view(visibility).tools().stream().map(ToolInfo::name).toList();
  }

  List<String> resolve(String... toolsets) {
    return visible(ToolFilter.only(Set.of(toolsets)));
  }

  boolean knows(String toolset) {
    return publisher.table().catalog().knows(toolset, publisher.table()::hasToolset);
  }

  Optional<ToolsetRow> row(String toolset) {
    return ToolsetRows.of(publisher.table()).stream()
        .filter(row -> row.name().equals(toolset))
        .findFirst();
  }
}
