package dev.talaria.registry.internal.toolset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.admin.ToolsetRow;
import dev.talaria.admin.ToolsetRow.DefinedBy;
import dev.talaria.api.Origin;
import dev.talaria.api.ToolFilter;
import dev.talaria.pipeline.ToolNames;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What names of toolsets mean. */
class ToolsetsTest {
  private final Toolsets toolsets =
      new Toolsets()
          .builtin("web", "web_search", "web_extract")
          .builtin("file", "read_file", "write_file", "patch", "search_files")
          .builtin("terminal", "terminal", "process")
          .builtin("vision", "vision_analyze");

  @Test
  @DisplayName("T1 a tool that says it stands in a known toolset is in it; the definition is not")
  void membersComeFromTools() {
    toolsets.define("mine", Set.of("read_file"), Set.of()).plugin("mine", "own_tool");

    assertThat(toolsets.resolve("mine")).containsExactly("own_tool", "read_file");
    assertThat(toolsets.publisher.table().catalog().configured().get("mine").tools())
        .containsExactly("read_file");
    assertThat(toolsets.row("web").orElseThrow().tools())
        .containsExactly("web_extract", "web_search");
    assertThat(toolsets.row("nothing")).isEmpty();
  }

  @Test
  @DisplayName("T2 leaf, composite and nested toolsets resolve; an unknown one is empty")
  void includes() {
    toolsets
        .define("pair", Set.of(), Set.of("web", "vision"))
        .define("nested", Set.of("patch"), Set.of("pair"));

    assertThat(toolsets.resolve("web")).containsExactly("web_extract", "web_search");
    assertThat(toolsets.resolve("pair"))
        .containsExactly("vision_analyze", "web_extract", "web_search");
    assertThat(toolsets.resolve("nested"))
        .containsExactly("patch", "vision_analyze", "web_extract", "web_search");
    assertThat(toolsets.resolve("nothing")).isEmpty();
  }

  @Test
  @DisplayName("T2 a cycle ends, a diamond counts once")
  void cyclesAndDiamonds() {
    toolsets
        .define("a", Set.of("patch"), Set.of("b"))
        .define("b", Set.of("terminal"), Set.of("a", "b"))
        .define("top", Set.of(), Set.of("left", "right"))
        .define("left", Set.of(), Set.of("web"))
        .define("right", Set.of(), Set.of("web"));

    assertThat(toolsets.resolve("a")).containsExactly("patch", "terminal");
    assertThat(toolsets.resolve("b")).containsExactly("patch", "terminal");
    assertThat(toolsets.resolve("top")).containsExactly("web_extract", "web_search");
  }

  @Test
  @DisplayName("T2 a very long chain of includes resolves")
  void longChain() {
    Map<String, ToolsetDefinition> chain = new java.util.HashMap<>();
    for (int i = 0; i < 20_000; i++) {
      chain.put(
          "c" + i,
          new ToolsetDefinition("", Set.of(), Set.of(i == 0 ? "web" : "c" + (i - 1)), false));
    }
    toolsets.publisher.applyCatalog(c -> c.configuredAs(chain, OperatorFilter.NONE));

    assertThat(toolsets.resolve("c19999")).containsExactly("web_extract", "web_search");
  }

  @Test
  @DisplayName("T3 a plugin's toolset resolves to its tools; several are united")
  void pluginToolset() {
    toolsets.plugin("weather", "get_weather", "alerts");

    assertThat(toolsets.resolve("weather")).containsExactly("alerts", "get_weather");
    assertThat(toolsets.resolve("weather", "web", "pair"))
        .containsExactly("alerts", "get_weather", "web_extract", "web_search");
  }

  @ParameterizedTest
  @ValueSource(strings = {"all", "*"})
  @DisplayName("T3 all and * contain every tool, also through an include")
  void everything(String name) {
    toolsets
        .plugin("weather", "get_weather")
        .mcp("srv", "mcp__srv__find")
        .define("wide", Set.of(), Set.of(name));

    assertThat(toolsets.resolve(name))
        .hasSize(11)
        .isEqualTo(toolsets.visible(ToolFilter.ALL))
        .isEqualTo(toolsets.resolve("wide"));
  }

  @Test
  @DisplayName("T4 what is a toolset: defined, all, *, live, legacy, a server; nothing else")
  void validation() {
    toolsets.plugin("weather", "get_weather").mcp("srv", "mcp__srv__find");

    for (String name :
        Set.of("web", "coding", "all", "*", "weather", "web_tools", "srv", "mcp-srv")) {
      assertThat(toolsets.knows(name)).as(name).isTrue();
    }
    assertThat(toolsets.knows("nothing")).isFalse();
    assertThat(toolsets.knows("read_file")).isFalse();
  }

  @Test
  @DisplayName("T5 the name of an MCP server means its tools, and its row goes by that name")
  void mcpAlias() {
    toolsets.mcp("srv", "mcp__srv__find", "mcp__srv__get");

    assertThat(toolsets.resolve("srv"))
        .containsExactly("mcp__srv__find", "mcp__srv__get")
        .isEqualTo(toolsets.resolve("mcp-srv"));
    ToolsetRow row = toolsets.row("srv").orElseThrow();
    assertThat(row.description()).contains("MCP server srv");
    assertThat(row.origins()).containsExactly(Origin.MCP);
    assertThat(toolsets.row("mcp-srv")).isEmpty();
  }

  @Test
  @DisplayName("T5 a server with the name of another toolset: the name means both")
  void mcpClash() {
    toolsets.mcp("web", "mcp__web__find");

    assertThat(toolsets.resolve("web"))
        .containsExactly("mcp__web__find", "web_extract", "web_search");
    assertThat(toolsets.resolve("mcp-web")).containsExactly("mcp__web__find");
    assertThat(toolsets.row("mcp-web")).isPresent();
    assertThat(toolsets.visible(ToolFilter.ALL.without(Set.of("web"))))
        .doesNotContain("mcp__web__find", "web_search");
  }

  @Test
  @DisplayName("T6 a row says what a toolset includes, holds and counts")
  void rows() {
    toolsets.define("nested", Set.of("patch"), Set.of("web"));

    ToolsetRow leaf = toolsets.row("web").orElseThrow();
    assertThat(leaf.includes()).isEmpty();
    assertThat(leaf.available()).isEqualTo(2);
    assertThat(leaf.definedBy()).isEqualTo(DefinedBy.TOOLS);
    ToolsetRow composite = toolsets.row("nested").orElseThrow();
    assertThat(composite.includes()).containsExactly("web");
    assertThat(composite.tools()).containsExactly("patch", "web_extract", "web_search");
    assertThat(composite.definedBy()).isEqualTo(DefinedBy.CONFIGURATION);
    assertThat(toolsets.row("debugging").orElseThrow().definedBy()).isEqualTo(DefinedBy.SHIPPED);
    assertThat(toolsets.row("nothing")).isEmpty();
  }

  @Test
  @DisplayName("T7 a configured toolset comes, changes and goes, each with a new epoch")
  void configured() {
    long before = toolsets.publisher.table().epoch();
    toolsets.define("mine", Set.of("patch"), Set.of("web"));
    assertThat(toolsets.resolve("mine")).containsExactly("patch", "web_extract", "web_search");
    toolsets.define("mine", Set.of("patch"), Set.of());
    assertThat(toolsets.resolve("mine")).containsExactly("patch");
    toolsets.publisher.applyCatalog(c -> c.configuredAs(Map.of(), c.operator()));
    assertThat(toolsets.resolve("mine")).isEmpty();
    assertThat(toolsets.publisher.table().epoch()).isEqualTo(before + 3);

    toolsets.publisher.applyCatalog(c -> c.configuredAs(Map.of(), c.operator()));
    assertThat(toolsets.publisher.table().epoch()).as("nothing changed").isEqualTo(before + 3);
  }

  // There are no bundles for chat platforms here: what they shared is the toolset core, and it
  // names toolsets instead of tools, since a tool says itself where it stands.
  @Test
  @DisplayName("T8 shipped toolsets are composed of valid names and none is wider than the core")
  void shipped() {
    ToolsetDefinition core = ShippedToolsets.COMPOSITES.get(ShippedToolsets.CORE);
    ShippedToolsets.COMPOSITES.forEach(
        (name, definition) -> {
          assertThat(ToolNames.isValidToolset(name)).as(name).isTrue();
          assertThat(definition.description()).isNotBlank();
          assertThat(definition.tools()).isEmpty();
          assertThat(core.includes()).containsAll(definition.includes());
          assertThat(definition.includes()).allMatch(ToolNames::isValidToolset);
        });
    assertThat(toolsets.resolve("core")).hasSize(9);
    assertThat(toolsets.resolve("safe"))
        .containsExactly("vision_analyze", "web_extract", "web_search");
    assertThat(toolsets.resolve("debugging")).contains("terminal", "read_file", "web_search");
  }

  @Test
  @DisplayName("T9 a tool that left is gone from its toolset, one that arrives is in it")
  void live() {
    toolsets.define("mine", Set.of(), Set.of("weather")).plugin("weather", "get_weather");
    assertThat(toolsets.resolve("mine")).containsExactly("get_weather");

    toolsets.leave("get_weather");
    assertThat(toolsets.resolve("mine")).isEmpty();
    assertThat(toolsets.knows("weather")).isFalse();

    toolsets.plugin("weather", "alerts");
    assertThat(toolsets.resolve("mine")).containsExactly("alerts");
  }

  @Test
  @DisplayName("T10 the definitions alone know nothing of tools that are only live")
  void definitionsAlone() {
    toolsets.plugin("weather", "get_weather");

    Catalog catalog = toolsets.publisher.table().catalog();
    assertThat(catalog.definition("weather")).isEmpty();
    assertThat(catalog.definition("coding")).isPresent();
  }

  @Test
  @DisplayName("T11, M13 disabling a posture takes away only what is not of the core")
  void postures() {
    ToolsetDefinition posture =
        new ToolsetDefinition("", Set.of("get_weather"), Set.of("file", "weather"), true);
    toolsets.plugin("weather", "get_weather", "alerts").define("outdoors", posture);

    assertThat(toolsets.visible(ToolFilter.ALL.without(Set.of("outdoors"))))
        .contains("read_file", "patch", "web_search")
        .doesNotContain("get_weather", "alerts");
    assertThat(toolsets.visible(ToolFilter.ALL.without(Set.of("coding"))))
        .contains("read_file", "terminal");
    assertThat(toolsets.resolve("outdoors")).contains("alerts", "read_file");
  }

  // There are no bundles for chat platforms here that plugins could add to; an unknown name is
  // unknown, whatever it begins with. Who wants the core and a plugin's tools says both.
  @Test
  @DisplayName("T12 core and a plugin's toolset together")
  void coreAndPlugin() {
    toolsets.plugin("x", "x_post");

    assertThat(toolsets.resolve("core", "x")).contains("read_file", "x_post").hasSize(10);
    assertThat(toolsets.knows("platform-x")).isFalse();
  }

  @Test
  @DisplayName("M11 legacy names mean their tools, where nothing else has the name")
  void legacyNames() {
    assertThat(toolsets.resolve("web_tools")).containsExactly("web_extract", "web_search");
    assertThat(toolsets.resolve("file_tools"))
        .containsExactly("patch", "read_file", "search_files", "write_file");
    assertThat(toolsets.resolve("terminal_tools")).containsExactly("terminal");
    assertThat(toolsets.resolve("vision_tools")).containsExactly("vision_analyze");

    toolsets.plugin("web_tools", "own_search");
    assertThat(toolsets.resolve("web_tools")).containsExactly("own_search");
    toolsets.define("file_tools", Set.of("patch"), Set.of());
    assertThat(toolsets.resolve("file_tools")).containsExactly("patch");
  }

  @Test
  @DisplayName("M13 no name enabled: no tools; unknown ones count for nothing; disabled goes last")
  void filters() {
    assertThat(toolsets.visible(ToolFilter.only(Set.of()))).isEmpty();
    assertThat(toolsets.resolve("nothing", "vision")).containsExactly("vision_analyze");
    assertThat(
            toolsets.visible(
                ToolFilter.only(Set.of("web", "vision")).without(Set.of("web", "nothing"))))
        .containsExactly("vision_analyze");
    assertThat(toolsets.visible(ToolFilter.only(Set.of("web")).without(Set.of("all")))).isEmpty();
  }

  @Test
  void theOperatorsFilterTakesToolsetsToolsAndToolsOfServers() {
    toolsets.mcp("s-1", "mcp__s_1__find", "mcp__s_1__get");

    toolsets.operator(Optional.empty(), Set.of("web", "patch", "s-1:find"));
    assertThat(toolsets.visible(ToolFilter.ALL))
        .contains("mcp__s_1__get", "read_file")
        .doesNotContain("web_search", "patch", "mcp__s_1__find");
    assertThat(toolsets.row("web").orElseThrow().available()).isZero();

    toolsets.operator(Optional.of(Set.of("file", "vision_analyze")), Set.of("patch"));
    assertThat(toolsets.visible(ToolFilter.ALL))
        .containsExactly("read_file", "search_files", "vision_analyze", "write_file");
    assertThat(toolsets.resolve("web", "file"))
        .containsExactly("read_file", "search_files", "write_file");

    toolsets.operator(Optional.of(Set.of()), Set.of());
    assertThat(toolsets.visible(ToolFilter.ALL)).isEmpty();
  }

  @Test
  void theOperatorsFilterNamesTheEntryThatDisables() {
    toolsets.operator(Optional.empty(), Set.of("web"));

    var table = toolsets.publisher.table();
    assertThat(table.objection(table.entry("web_search")).orElseThrow())
        .contains("dev.talaria.toolsets", "'web'", "talaria tools enable web");
    assertThat(table.objection(table.entry("patch"))).isEmpty();
  }

  @Test
  void aFilterThatNobodyKnowsOffersNothingAndSaysWhy() {
    toolsets.publisher.applyCatalog(
        catalog ->
            catalog.configuredAs(
                catalog.configured(), OperatorFilter.closed("disabled: nobody can read it")));

    var table = toolsets.publisher.table();
    assertThat(toolsets.visible(ToolFilter.ALL)).isEmpty();
    assertThat(table.objection(table.entry("patch"))).contains("disabled: nobody can read it");
    assertThat(toolsets.row("web").orElseThrow().available()).isZero();
  }
}
