package dev.talaria.registry.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.admin.SessionOptions;
import dev.talaria.admin.SessionOptions.ToolSearchMode;
import dev.talaria.admin.SessionSpec;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.DefinitionFormat;
import dev.talaria.api.DefinitionOptions;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolInfo;
import dev.talaria.api.ToolSession;
import dev.talaria.registry.internal.Fixtures;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.search.SearchSettings;
import dev.talaria.registry.internal.tool.OwnerId;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** A session that is shown a search in place of tools. */
class SearchSessionTest {
  private static final String PLACE =
      "{\"type\":\"object\",\"properties\":{\"place\":{\"type\":\"string\"}},"
          + "\"required\":[\"place\"],\"additionalProperties\":false}";

  @TempDir Path home;
  private Bus bus;

  @BeforeEach
  void start() {
    bus = new Bus(home);
    OwnerId core = OwnerId.builtin("core.file");
    bus.publisher.apply(
        List.of(
            new InputChange.Placed(core, 1),
            new InputChange.Promoted(core, Candidate.CORE),
            new InputChange.Declared(
                core, List.of(Fixtures.declaration(core, "read_file", "file", false))),
            new InputChange.Arrived(
                Fixtures.candidate(1000, core, Candidate.CORE, "read_file", "file", false))));
    bus.add("get_weather", PLACE, null, (arguments, context) -> Map.of("got", arguments));
    bus.add("send_mail", (arguments, context) -> "sent");
  }

  @AfterEach
  void stop() {
    bus.close();
  }

  private ToolSession session(ToolSearchMode mode, long contextTokens, ToolFilter filter) {
    return bus.sessions.open(
        new SessionSpec(
            "tester",
            "",
            filter,
            List.of(),
            new SessionOptions(false, mode, contextTokens, Optional.empty())));
  }

  private ToolSession searching() {
    return session(ToolSearchMode.ON, 0, ToolFilter.ALL);
  }

  private static List<String> listed(ToolSession session) {
    return session.view().tools().stream().map(ToolInfo::name).toList();
  }

  private static JsonNode json(CallResult result) {
    return Fixtures.MAPPER.readTree(result.text());
  }

  @Test
  void theBridgeStandsInPlaceOfWhatIsNotOfTheCore() {
    assertThat(listed(searching()))
        .containsExactly("read_file", "tool_call", "tool_describe", "tool_search");
    assertThat(listed(session(ToolSearchMode.OFF, 0, ToolFilter.ALL)))
        .containsExactly("get_weather", "read_file", "send_mail");
  }

  @Test
  void theDefinitionsAreThoseOfTheListedTools() {
    var definitions = searching().view().definitions(DefinitionOptions.of(DefinitionFormat.OPENAI));

    assertThat(definitions.names())
        .containsExactly("read_file", "tool_call", "tool_describe", "tool_search");
    assertThat(new String(definitions.json(), java.nio.charset.StandardCharsets.UTF_8))
        .contains("get_weather, send_mail");
  }

  @Test
  void sessionsThatSeeTheSameShareTheView() {
    assertThat(searching().view()).isSameAs(searching().view());
  }

  @Test
  void withNothingToHideThereIsNoSearch() {
    assertThat(listed(session(ToolSearchMode.ON, 0, ToolFilter.only(Set.of("file")))))
        .containsExactly("read_file");
  }

  @Test
  void inModeAutoTheSizeOfTheDefinitionsDecides() {
    assertThat(listed(session(ToolSearchMode.AUTO, 0, ToolFilter.ALL))).contains("send_mail");
    assertThat(listed(session(ToolSearchMode.AUTO, 100_000, ToolFilter.ALL))).contains("send_mail");
    assertThat(listed(session(ToolSearchMode.AUTO, 300, ToolFilter.ALL)))
        .contains("tool_search")
        .doesNotContain("send_mail");

    bus.searchSettings = new SearchSettings(10, 5, 5, 25, 0);
    assertThat(listed(session(ToolSearchMode.AUTO, 0, ToolFilter.ALL))).contains("tool_search");
  }

  @Test
  void anOverriderOfACoreToolIsNotHidden() {
    bus.publisher.apply(
        new InputChange.Decided(
            new dev.talaria.registry.internal.model.Policy(true, Map.of(), Map.of())));
    bus.publisher.apply(
        new InputChange.Arrived(
            Fixtures.candidate(1001, Bus.OWNER, "d1", "read_file", "file", true)));

    assertThat(searching().view().find("read_file").orElseThrow().owner())
        .isEqualTo(Bus.OWNER.name());
    assertThat(listed(searching())).contains("read_file");
  }

  @Test
  void searchDescribeAndCall() {
    ToolSession session = searching();

    JsonNode found = json(session.call(ToolCall.of("tool_search", "{\"query\":\"weather\"}")));
    assertThat(found.at("/results/0/tools/0/name").stringValue()).isEqualTo("get_weather");

    JsonNode described =
        json(session.call(ToolCall.of("tool_describe", "{\"name\":\"get_weather\"}")));
    assertThat(described.at("/tools/0/parameters")).isEqualTo(Fixtures.MAPPER.readTree(PLACE));

    CallResult called =
        session.call(
            ToolCall.of(
                "tool_call", "{\"name\":\"get_weather\",\"arguments\":{\"place\":\"Lyon\"}}"));
    assertThat(called.failure()).isEmpty();
    assertThat(called.text()).contains("Lyon");
    assertThat(bus.calls)
        .as("the audit trail sees the real tool")
        .last()
        .satisfies(call -> assertThat(call).containsEntry("tool", "get_weather"));
  }

  @Test
  void severalQueriesAndTheLimits() {
    ToolSession session = searching();
    for (int i = 0; i < 40; i++) {
      bus.add("mail_box_" + i, (arguments, context) -> "ok");
    }

    JsonNode found =
        json(
            session.call(
                ToolCall.of("tool_search", "{\"queries\":[\"weather\",\"zebra\",\"mail\"]}")));
    assertThat(found.path("results")).hasSize(3);
    assertThat(found.at("/results/1/tools")).isEmpty();
    assertThat(found.at("/results/1/hint").stringValue()).isNotBlank();
    assertThat(found.at("/results/2/tools")).hasSize(5);
    assertThat(
            json(session.call(ToolCall.of("tool_search", "{\"query\":\"mail\",\"limit\":1000}")))
                .at("/results/0/tools"))
        .hasSize(25);
    assertThat(
            session.call(
                ToolCall.of(
                    "tool_search",
                    "{\"queries\":[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\",\"h\"]}")))
        .satisfies(SearchSessionTest::isRefused);
    assertThat(session.call(ToolCall.of("tool_search", "{}")))
        .satisfies(SearchSessionTest::isRefused);
  }

  private static void isRefused(CallResult result) {
    assertThat(result.failure()).contains(Failure.INVALID_ARGUMENTS);
  }

  @Test
  void onlyTheSessionsOwnToolsAreFoundDescribedAndCalled() {
    bus.publisher.apply(
        new InputChange.Arrived(
            Fixtures.candidate(1002, Bus.OWNER, "d1", "secret_weather", "secret", false)));
    ToolSession session = session(ToolSearchMode.ON, 0, ToolFilter.ALL.without(Set.of("secret")));

    assertThat(session.call(ToolCall.of("tool_search", "{\"query\":\"weather\"}")).text())
        .doesNotContain("secret");
    for (String bridge : List.of("tool_describe", "tool_call")) {
      CallResult result = session.call(ToolCall.of(bridge, "{\"name\":\"secret_weather\"}"));
      isRefused(result);
      assertThat(result.text()).contains("Not available in this session");
    }
    assertThat(session.call(ToolCall.of("secret_weather", "{}")).failure())
        .contains(Failure.UNKNOWN_TOOL);
  }

  @Test
  void withoutItsRequiredArgumentsAToolIsNotRun() {
    CallResult result =
        searching().call(ToolCall.of("tool_call", "{\"name\":\"get_weather\",\"arguments\":{}}"));

    isRefused(result);
    assertThat(json(result).path("error").stringValue()).contains("place");
    assertThat(json(result).path("parameters")).isEqualTo(Fixtures.MAPPER.readTree(PLACE));
    assertThat(bus.calls).isEmpty();
  }

  @Test
  void aListedToolAndAHiddenOneCanBeCalledEitherWay() {
    ToolSession session = searching();

    for (String name : List.of("read_file", "send_mail")) {
      assertThat(session.call(ToolCall.of("tool_call", "{\"name\":\"" + name + "\"}")).failure())
          .isEmpty();
      assertThat(session.call(ToolCall.of(name, "{}")).failure()).isEmpty();
      assertThat(session.view().find(name)).isPresent();
    }
  }

  @Test
  void theBridgeDoesNotCallItself() {
    for (String name : List.of("tool_call", "tool_search", "tool_describe")) {
      isRefused(searching().call(ToolCall.of("tool_call", "{\"name\":\"" + name + "\"}")));
    }
  }

  @Test
  void withoutASearchThereIsNoBridge() {
    assertThat(
            session(ToolSearchMode.OFF, 0, ToolFilter.ALL)
                .call(ToolCall.of("tool_search", "{\"query\":\"mail\"}"))
                .failure())
        .contains(Failure.UNKNOWN_TOOL);
  }

  @Test
  void aChildSearchesAmongItsOwnTools() {
    ToolSession child = searching().child(ToolFilter.ALL.without(Set.of("tools")));

    assertThat(listed(child)).containsExactly("read_file");
  }
}
