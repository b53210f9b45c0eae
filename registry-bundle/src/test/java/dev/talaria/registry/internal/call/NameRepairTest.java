package dev.talaria.registry.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.talaria.admin.SessionOptions;
import dev.talaria.admin.SessionSpec;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolAnnotations;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolInfo;
import dev.talaria.api.ToolSession;
import dev.talaria.pipeline.ToolDocument;
import dev.talaria.registry.internal.Fixtures;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.model.PluginPolicy;
import dev.talaria.registry.internal.model.Policy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of wrong names, in sessions of agents and in others. */
@Timeout(60)
class NameRepairTest {
  private static final SessionOptions AGENT =
      new SessionOptions(true, SessionOptions.ToolSearchMode.OFF, 0, Optional.empty());

  @TempDir Path home;
  private Bus bus;
  private ToolSession agent;

  @BeforeEach
  void start() {
    bus = new Bus(home);
    for (String name : List.of("read_file", "web_search", "patch")) {
      add(name, "tools", true, false);
    }
    add("write_file", "tools", false, false);
    agent = agent(ToolFilter.ALL);
  }

  @AfterEach
  void stop() {
    bus.close();
  }

  private void add(String name, String toolset, boolean readOnly, boolean agentLoop) {
    ToolDocument plain = Fixtures.document(name, toolset, false);
    ToolDocument document =
        new ToolDocument(
            name,
            toolset,
            "",
            plain.description(),
            "",
            false,
            new ToolAnnotations(readOnly, false, false, false),
            plain.timeout(),
            0,
            List.of(),
            plain.inputSchema(),
            Optional.empty(),
            new ToolDocument.Behaviour("", "", 0, agentLoop),
            List.of());
    Tool<Map<String, Object>> tool = (a, c) -> c.toolName();
    bus.publisher.apply(
        new InputChange.Arrived(
            Fixtures.candidate(
                bus.ids.getAndIncrement(), bus.scope, "d1", 0, document, Fixtures.constant(tool))));
  }

  private ToolSession agent(ToolFilter filter) {
    return bus.sessions.open(new SessionSpec("tester", "", filter, List.of(), AGENT));
  }

  private void believe(String... grants) {
    bus.publisher.apply(
        new InputChange.Decided(
            new Policy(
                false,
                Map.of(),
                Map.of(
                    Bus.OWNER.name(),
                    new PluginPolicy(
                        true, PluginPolicy.Overriding.UNSET, Optional.empty(), Set.of(grants))))));
  }

  @ParameterizedTest(name = "L4 {0} is {1}")
  @CsvSource(
      quoteCharacter = '|',
      value = {
        "read_file, read_file",
        "read_file\" path=\"x, read_file",
        "read_file<arg, read_file",
        "READ_FILE, read_file",
        "Read-File, read_file",
        "web search, web_search",
        "readFile, read_file",
        "WebSearch, web_search",
        "web_search_tool, web_search",
        "web_search-tool, web_search",
        "WebSearchTool, web_search",
        "patch_tool_tool, patch",
        "patchtool, patch",
        "WRITE_FILE, write_file",
        "WriteFileTool, write_file",
      })
  void spellings(String said, String meant) {
    assertThat(agent.call(ToolCall.of(said, "")).text()).isEqualTo(meant);
  }

  @Test
  @DisplayName("L4 likeness counts for tools that change nothing, if that is to be believed")
  void likeness() {
    assertThat(agent.call(ToolCall.of("web_serch", "")).failure())
        .as("a plugin without the grant is not believed")
        .contains(Failure.UNKNOWN_TOOL);
    believe(PluginPolicy.GRANT_ANNOTATIONS);
    assertThat(agent.call(ToolCall.of("web_serch", "")).text()).isEqualTo("web_search");
    assertThat(agent.call(ToolCall.of("write_fil", "")).failure())
        .as("it is nearer to a tool that changes something")
        .contains(Failure.UNKNOWN_TOOL);
    assertThat(agent.call(ToolCall.of("weather", "")).failure()).contains(Failure.UNKNOWN_TOOL);
  }

  @Test
  @DisplayName("L4 repair is for agents; everybody else hears that the tool is unknown (M2, R9)")
  void onlyAgents() {
    CallResult result = bus.session().call(ToolCall.of("readFile", ""));
    assertThat(result.failure()).contains(Failure.UNKNOWN_TOOL);
    assertThat(result.text()).isEqualTo("{\"error\":\"Unknown tool: readFile\"}");
  }

  @Test
  void repairDoesNotReachBeyondTheSession() {
    add("terminal", "terminal", false, false);
    ToolSession narrow = agent(ToolFilter.only(Set.of("tools")));
    CallResult result = narrow.call(ToolCall.of("Terminal", ""));
    assertThat(result.failure()).contains(Failure.UNKNOWN_TOOL);
    assertThat(result.text()).contains("read_file").doesNotContain(", terminal");
  }

  @Test
  @DisplayName("L4 what cannot be repaired is answered with the session's tools, near ones first")
  void unknown() {
    assertThat(agent.call(ToolCall.of("write_fils", "")).text())
        .contains(
            "Unknown tool: write_fils. The tools of this session are: write_file, patch,"
                + " read_file, web_search");
    assertThat(agent.call(ToolCall.of("  ", "")).text()).contains("the name is empty");
    for (int i = 0; i < 100; i++) {
      add("many_" + i, "tools", false, false);
    }
    assertThat(agent.call(ToolCall.of("nothing_like_it_at_all", "")).text())
        .contains("and 54 more");
    assertThat(agent.call(ToolCall.of("x".repeat(100_000), "")).text()).hasSizeLessThan(3000);
  }

  @Test
  void theAuditLogKnowsWhatWasSaid() {
    agent.call(ToolCall.of("readFile", ""));
    assertThat(bus.calls)
        .anyMatch(d -> "read_file".equals(d.get("tool")) && "readFile".equals(d.get("said")));
  }

  @ParameterizedTest(name = "M1 {0} must be handled by the agent loop")
  @CsvSource({"todo", "memory", "session_search", "delegate_task"})
  void agentLoop(String name) {
    add(name, "agent", true, true);
    assertThat(agent.view().find(name)).isPresent();
    assertThat(agent.call(ToolCall.of(name, "")).text())
        .isEqualTo("{\"error\":\"" + name + " must be handled by the agent loop\"}");
    ToolSession other = bus.session();
    assertThat(other.view().tools()).extracting(ToolInfo::name).doesNotContain(name);
    assertThat(other.call(ToolCall.of(name, "")).failure()).contains(Failure.UNKNOWN_TOOL);
    assertThat(agent.child(ToolFilter.ALL).view().find(name)).isPresent();
  }

  @ParameterizedTest
  @CsvSource({"abcd, bcde, 0.75", "abc, abc, 1.0", "private, privet, 0.769", "ab, cd, 0.0"})
  void likenessIsTwiceTheMatchingOverAll(String one, String other, double expected) {
    assertThat(Likeness.of(one, other, 0)).isCloseTo(expected, within(0.001));
  }
}
