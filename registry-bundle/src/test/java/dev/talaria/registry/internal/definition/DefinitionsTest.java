package dev.talaria.registry.internal.definition;

import static dev.talaria.api.DefinitionFormat.ANTHROPIC;
import static dev.talaria.api.DefinitionFormat.MCP;
import static dev.talaria.api.DefinitionFormat.OPENAI;
import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.api.DefinitionFormat;
import dev.talaria.api.DefinitionOptions;
import dev.talaria.api.Definitions;
import dev.talaria.api.Origin;
import dev.talaria.api.ToolAnnotations;
import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolInfo;
import dev.talaria.api.ToolState;
import dev.talaria.api.ToolView;
import dev.talaria.pipeline.ToolDocument;
import dev.talaria.pipeline.ToolDocument.CrossReference;
import dev.talaria.pipeline.definition.ProviderNames;
import dev.talaria.registry.internal.Fixtures;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.table.ChangeNotifier;
import dev.talaria.registry.internal.table.TablePublisher;
import dev.talaria.registry.internal.table.Visibility;
import dev.talaria.registry.internal.tool.OwnerId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Definitions as views hand them out. */
class DefinitionsTest {
  private static final OwnerId OWNER = OwnerId.plugin("com.example.tools");
  private static final String SCHEMA =
      "{\"type\":\"object\",\"properties\":{\"folder\":{\"type\":\"string\"},"
          + "\"depth\":{\"type\":[\"integer\",\"null\"]}},\"required\":[\"folder\"]}";
  private static final ToolAnnotations HINTS = new ToolAnnotations(true, false, true, false);

  private final ChangeNotifier notifier = new ChangeNotifier();
  private final TablePublisher publisher = new TablePublisher(notifier);
  private long nextId = 1;

  DefinitionsTest() {
    publisher.apply(
        List.of(new InputChange.Placed(OWNER, 1), new InputChange.Promoted(OWNER, "d1")));
  }

  private static ToolDocument document(
      String name, String toolset, String schema, CrossReference... seeAlso) {
    return new ToolDocument(
        name,
        toolset,
        "Title of " + name,
        "Does " + name + ".",
        "",
        false,
        HINTS,
        Optional.empty(),
        0,
        List.of(),
        schema,
        Optional.of("{\"type\":\"array\"}"),
        ToolDocument.Behaviour.PLAIN,
        List.of(seeAlso));
  }

  private Candidate add(ToolDocument document) {
    Candidate candidate = Fixtures.candidate(nextId++, OWNER, "d1", 0, document);
    publisher.apply(new InputChange.Arrived(candidate));
    return candidate;
  }

  private ToolView view() {
    return publisher.table().view(Visibility.ALL);
  }

  private ToolView view(String toolset) {
    return publisher.table().view(Visibility.of(ToolFilter.only(Set.of(toolset))));
  }

  private static Definitions of(ToolView view, DefinitionFormat format) {
    return view.definitions(DefinitionOptions.of(format));
  }

  private static String text(byte[] json) {
    return new String(json, StandardCharsets.UTF_8);
  }

  @Test
  @DisplayName("R5 elements have type function and the registered name; only what the view has")
  void openAi() {
    add(document("disk_report", "disk", SCHEMA));
    add(document("other", "misc", SCHEMA));
    assertThat(text(of(view("disk"), OPENAI).json()))
        .isEqualTo(
            "[{\"type\":\"function\",\"function\":{\"name\":\"disk_report\","
                + "\"description\":\"Does disk_report.\",\"parameters\":{\"type\":\"object\","
                + "\"properties\":{\"folder\":{\"type\":\"string\"},"
                + "\"depth\":{\"type\":\"integer\",\"nullable\":true}},"
                + "\"required\":[\"folder\"]}}}]");
    assertThat(of(view(), OPENAI).names()).containsExactly("disk_report", "other");
    assertThat(text(of(view("nobody"), OPENAI).json())).isEqualTo("[]");
  }

  @Test
  void anthropic() {
    add(document("disk_report", "disk", SCHEMA));
    assertThat(text(of(view(), ANTHROPIC).json()))
        .isEqualTo(
            "[{\"name\":\"disk_report\",\"description\":\"Does disk_report.\",\"input_schema\":"
                + SCHEMA
                + "}]");
  }

  @Test
  void mcpHasTheSchemasAsTheyWereDeclared() {
    add(document("disk_report", "disk", SCHEMA));
    assertThat(text(of(view(), MCP).json()))
        .isEqualTo(
            "[{\"name\":\"disk_report\",\"title\":\"Title of disk_report\","
                + "\"description\":\"Does disk_report.\",\"inputSchema\":"
                + SCHEMA
                + ",\"outputSchema\":{\"type\":\"array\"},\"annotations\":{\"readOnlyHint\":true,"
                + "\"destructiveHint\":false,\"idempotentHint\":true,\"openWorldHint\":false}}]");
    // Strict means nothing to it; the answer still says what was asked.
    Definitions strict = view().definitions(new DefinitionOptions(MCP, true));
    assertThat(strict.json()).isEqualTo(of(view(), MCP).json());
    assertThat(strict.options().strict()).isTrue();
  }

  @Test
  void strictWherePossibleAndWhyNotWhereNot() {
    add(document("closed", "disk", SCHEMA));
    add(document("open", "disk", Fixtures.ANY_OBJECT));
    Definitions strict = view().definitions(new DefinitionOptions(OPENAI, true));
    assertThat(text(strict.json(0)))
        .isEqualTo(
            "{\"type\":\"function\",\"function\":{\"name\":\"closed\","
                + "\"description\":\"Does closed.\",\"parameters\":{\"type\":\"object\","
                + "\"properties\":{\"folder\":{\"type\":\"string\"},"
                + "\"depth\":{\"type\":[\"integer\",\"null\"]}},"
                + "\"required\":[\"folder\",\"depth\"],\"additionalProperties\":false},"
                + "\"strict\":true}}");
    assertThat(text(strict.json(1))).doesNotContain("strict");
    assertThat(strict.notes())
        .containsOnlyKeys("open")
        .containsEntry("open", "not strict: the arguments: properties of any name are taken");
  }

  @Test
  void aRequestToAnthropicHoldsOnlySoManyStrictTools() {
    for (int i = 10; i < 35; i++) {
      add(document("tool_" + i, "disk", "{\"type\":\"object\",\"additionalProperties\":false}"));
    }
    Definitions strict = view().definitions(new DefinitionOptions(ANTHROPIC, true));
    assertThat(text(strict.json(19))).endsWith("\"strict\":true}");
    assertThat(text(strict.json(20))).doesNotContain("strict");
    assertThat(strict.notes()).hasSize(5).containsKeys("tool_30", "tool_34");
    assertThat(view().definitions(new DefinitionOptions(OPENAI, true)).notes()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(DefinitionFormat.class)
  @DisplayName("M15 a description speaks of other tools only where the session has them")
  void seeAlso(DefinitionFormat format) {
    CrossReference one = new CrossReference(List.of("web_search"), "Prefer web_search.");
    CrossReference two = new CrossReference(List.of("web_search", "web_extract"), "Or both.");
    add(document("navigate", "browser", SCHEMA, one, two));
    assertThat(text(of(view(), format).json())).contains("\"Does navigate.\"");
    Candidate search = add(document("web_search", "web", SCHEMA));
    assertThat(text(of(view(), format).json(0))).contains("\"Does navigate. Prefer web_search.\"");
    add(document("web_extract", "web", SCHEMA));
    assertThat(text(of(view(), format).json(0)))
        .contains("\"Does navigate. Prefer web_search. Or both.\"");
    // A session without the others' toolset never reads of them.
    assertThat(text(of(view("browser"), format).json())).doesNotContain("web_");
    publisher.apply(new InputChange.Left(search));
    assertThat(text(of(view(), format).json(0))).contains("\"Does navigate.\"");
    assertThat(view().find("navigate").orElseThrow().description()).isEqualTo("Does navigate.");
  }

  @Test
  @DisplayName("M14 mutation of what is handed out reaches nobody")
  void mutation() {
    add(document("disk_report", "disk", SCHEMA));
    Definitions definitions = of(view(), OPENAI);
    byte[] all = definitions.json();
    String before = text(all);
    Arrays.fill(all, (byte) 'x');
    Arrays.fill(definitions.json(0), (byte) 'x');
    assertThat(text(definitions.json())).isEqualTo(before);
    assertThat(text(of(view(), OPENAI).json())).isEqualTo(before);
    assertThat(definitions.names()).isUnmodifiable();
    assertThat(definitions.aliases()).isUnmodifiable();
    assertThat(definitions.notes()).isUnmodifiable();
  }

  @Test
  @DisplayName("M14 made once for a view and options; a new generation is made anew")
  void memo() {
    add(document("disk_report", "disk", SCHEMA));
    ToolView first = view();
    assertThat(of(first, OPENAI)).isSameAs(of(first, OPENAI)).isSameAs(of(view(), OPENAI));
    add(document("later", "disk", SCHEMA));
    assertThat(of(view(), OPENAI).names()).containsExactly("disk_report", "later");
    assertThat(of(first, OPENAI).names()).containsExactly("disk_report");
  }

  @Test
  @DisplayName(
      "a change of one tool does not write the others again, nor does one that changes none")
  void writtenOnce() {
    Candidate first = add(document("first", "disk", SCHEMA));
    add(document("second", "disk", SCHEMA));
    DefinedTool kept = publisher.table().entry("second").defined();
    DefinedTool other = publisher.table().entry("first").defined();
    publisher.apply(
        List.of(
            new InputChange.Left(first),
            new InputChange.Arrived(
                Fixtures.candidate(
                    nextId++, OWNER, "d1", 0, document("first", "disk", Fixtures.ANY_OBJECT)))));
    assertThat(publisher.table().entry("second").defined()).isSameAs(kept);
    assertThat(publisher.table().entry("first").defined()).isNotSameAs(other);

    // Another candidate for the name changes its resolution, not the tool.
    DefinedTool standing = publisher.table().entry("first").defined();
    publisher.apply(new InputChange.Placed(OwnerId.plugin("com.example.late"), 2));
    publisher.apply(
        List.of(
            new InputChange.Promoted(OwnerId.plugin("com.example.late"), "d1"),
            new InputChange.Arrived(
                Fixtures.candidate(
                    nextId++,
                    OwnerId.plugin("com.example.late"),
                    "d1",
                    0,
                    document("first", "disk", SCHEMA)))));
    assertThat(publisher.table().entry("first").resolution().steps()).hasSize(2);
    assertThat(publisher.table().entry("first").defined()).isSameAs(standing);
  }

  @Test
  void bytesDoNotDependOnTheOrderOfArrival() {
    List<ToolDocument> documents = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      documents.add(
          document(
              "tool_" + i,
              "disk",
              SCHEMA,
              new CrossReference(List.of("tool_" + (i * 7 % 60)), "See it.")));
    }
    Set<String> results = new java.util.HashSet<>();
    for (int round = 0; round < 5; round++) {
      DefinitionsTest registry = new DefinitionsTest();
      Collections.shuffle(documents, new Random(round));
      documents.forEach(registry::add);
      for (DefinitionFormat format : DefinitionFormat.values()) {
        results.add(text(of(registry.view(), format).json()));
      }
    }
    assertThat(results).hasSize(DefinitionFormat.values().length);
  }

  @Test
  void manyFirstReadersGetTheSame() throws Exception {
    for (int i = 0; i < 100; i++) {
      add(document("tool_" + i, "disk", SCHEMA));
    }
    ExecutorService readers = Executors.newFixedThreadPool(8);
    try {
      for (int round = 0; round < 20; round++) {
        add(document("more_" + round, "disk", SCHEMA));
        ToolView view = view();
        Callable<String> read =
            () -> text(view.definitions(new DefinitionOptions(OPENAI, true)).json());
        Set<String> seen = new java.util.HashSet<>();
        for (Future<String> one : readers.invokeAll(Collections.nCopies(8, read))) {
          seen.add(one.get());
        }
        assertThat(seen).hasSize(1);
      }
    } finally {
      readers.shutdownNow();
    }
  }

  @Test
  @DisplayName("a name that providers cannot take has the same alias in every view, and leads back")
  void aliases() {
    String odd = "mcp__files__read.file";
    DefinedTool tool = new DefinedTool(new Named(odd), List.of());
    Definitions alone = ToolDefinitions.of(DefinitionOptions.of(OPENAI), List.of(tool));
    String alias = alone.aliases().get(odd);
    assertThat(ProviderNames.isTaken(alias)).isTrue();
    assertThat(text(alone.json())).contains("\"name\":\"" + alias + "\"");
    assertThat(alone.toolOf(alias)).contains(odd);
    assertThat(alone.toolOf(odd)).isEmpty();
    assertThat(alone.names()).containsExactly(odd);

    DefinedTool plain = new DefinedTool(new Named("apple"), List.of());
    Definitions more = ToolDefinitions.of(DefinitionOptions.of(ANTHROPIC), List.of(plain, tool));
    assertThat(more.aliases()).containsOnlyKeys(odd).containsEntry(odd, alias);
    assertThat(more.toolOf("apple")).contains("apple");
    assertThat(more.toolOf("pear")).isEmpty();

    // MCP clients take the name as it is.
    assertThat(ToolDefinitions.of(DefinitionOptions.of(MCP), List.of(tool)).aliases()).isEmpty();
  }

  @Test
  @DisplayName("a tool whose own name is another's alias keeps it; the other gets another alias")
  void aliasesGiveWay() {
    String odd = "read.file";
    String taken = ProviderNames.alias(odd, 0);
    Definitions both =
        ToolDefinitions.of(
            DefinitionOptions.of(OPENAI),
            List.of(
                new DefinedTool(new Named(odd), List.of()),
                new DefinedTool(new Named(taken), List.of())));
    assertThat(both.toolOf(taken)).contains(taken);
    String alias = both.aliases().get(odd);
    assertThat(alias).isNotEqualTo(taken);
    assertThat(both.toolOf(alias)).contains(odd);
  }

  @Test
  @DisplayName("R16 the glyph, or the default one, or one of the asker's choice; also of no tool")
  void emoji() {
    add(document("plain", "disk", SCHEMA));
    add(Fixtures.document("unset", "disk", false));
    ToolInfo plain = view().find("plain").orElseThrow();
    assertThat(plain.emojiOr(ToolInfo.DEFAULT_EMOJI)).isEqualTo("⚡");
    assertThat(plain.emojiOr("🔧")).isEqualTo("🔧");
    assertThat(new Named("with").emojiOr("🔧")).isEqualTo("⛅");
    assertThat(
            view()
                .find("unknown")
                .map(tool -> tool.emojiOr(ToolInfo.DEFAULT_EMOJI))
                .orElse(ToolInfo.DEFAULT_EMOJI))
        .isEqualTo("⚡");
  }

  @Test
  @DisplayName("R17 an unknown tool is absent; the schema of an unavailable one is still there")
  void schemaOfTheUnavailable() {
    OwnerId core = OwnerId.builtin("dev.example.core");
    publisher.apply(
        List.of(
            new InputChange.Placed(core, 1),
            new InputChange.Declared(
                core, List.of(Fixtures.declaration(core, "reserved", "disk", false)))));
    assertThat(view().find("nobody")).isEmpty();
    assertThat(publisher.table().entry("nobody")).isNull();
    assertThat(view().find("reserved")).isEmpty();
    ToolInfo standing = publisher.table().entry("reserved").standing();
    assertThat(standing.state()).isEqualTo(ToolState.UNAVAILABLE);
    assertThat(standing.inputSchema()).isEqualTo(Fixtures.ANY_OBJECT);
    assertThat(of(view(), OPENAI).names()).isEmpty();
  }

  @Test
  @DisplayName("M12 every name with its toolset, sorted")
  void namesAndToolsets() {
    add(document("b", "disk", SCHEMA));
    add(document("a", "web", SCHEMA));
    assertThat(view().tools()).extracting(ToolInfo::name).containsExactly("a", "b");
    assertThat(view().tools()).extracting(ToolInfo::toolset).containsExactly("web", "disk");
    assertThat(view().find("b").map(ToolInfo::toolset)).contains("disk");
  }

  /** A tool that is only a name; the registry's own names are narrower. */
  private record Named(String name) implements ToolInfo {
    @Override
    public String toolset() {
      return "mcp-files";
    }

    @Override
    public String title() {
      return "";
    }

    @Override
    public String description() {
      return "Half a pair: \ud83d.";
    }

    @Override
    public String emoji() {
      return "⛅";
    }

    @Override
    public String inputSchema() {
      return "{\"type\":\"object\"}";
    }

    @Override
    public Optional<String> outputSchema() {
      return Optional.empty();
    }

    @Override
    public ToolAnnotations annotations() {
      return ToolAnnotations.DEFAULT;
    }

    @Override
    public List<String> requiresEnv() {
      return List.of();
    }

    @Override
    public Origin origin() {
      return Origin.MCP;
    }

    @Override
    public String owner() {
      return "mcp:files";
    }

    @Override
    public String version() {
      return "";
    }

    @Override
    public ToolState state() {
      return ToolState.ACTIVE;
    }
  }

  @ParameterizedTest
  @EnumSource(DefinitionFormat.class)
  void halfASurrogatePairIsReplaced(DefinitionFormat format) {
    Definitions definitions =
        ToolDefinitions.of(
            DefinitionOptions.of(format), List.of(new DefinedTool(new Named("x"), List.of())));
    assertThat(text(definitions.json())).contains("Half a pair: \ufffd.");
  }
}
