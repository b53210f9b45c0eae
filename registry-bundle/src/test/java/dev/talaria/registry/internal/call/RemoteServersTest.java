package dev.talaria.registry.internal.call;

import static dev.talaria.registry.internal.Fixtures.declaration;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.RemoteServer;
import dev.talaria.admin.RemoteTool;
import dev.talaria.admin.ToolEvent;
import dev.talaria.admin.ToolRow;
import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Origin;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolChange;
import dev.talaria.api.ToolDeclaration;
import dev.talaria.api.ToolInfo;
import dev.talaria.api.ToolSession;
import dev.talaria.api.ToolState;
import dev.talaria.registry.internal.Fixtures;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.remote.RemoteServers;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.OwnerId;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tools of MCP servers through the door that the client of the servers uses. */
@Timeout(60)
class RemoteServersTest {
  private static final Duration LONG = Duration.ofMinutes(5);

  @TempDir Path home;
  private Bus bus;
  private RemoteServers servers;
  private ToolSession session;
  private final Queue<ToolChange> heard = new ConcurrentLinkedQueue<>();

  @BeforeEach
  void start() {
    bus = new Bus(home);
    servers = new RemoteServers(bus.publisher, Fixtures.MAPPER, bus.threads::later);
    session = bus.session();
    session.subscribe(heard::add);
  }

  @AfterEach
  void stop() {
    bus.close();
  }

  private RemoteServer open(String server) {
    return servers.open(server, closed -> {});
  }

  private static RemoteTool tool(String name, String server, String description, String answer) {
    return tool(name, server, description, (arguments, context) -> answer);
  }

  private static RemoteTool tool(
      String name, String server, String description, Tool<Map<String, Object>> tool) {
    return new RemoteTool(
        ToolDeclaration.named(name, "mcp-" + server).description(description).build(), tool);
  }

  private List<String> listed() {
    return session.view().tools().stream().map(ToolInfo::name).toList();
  }

  private Binding binding(String name) {
    return bus.publisher.table().entry(name).binding();
  }

  private String call(String name) {
    return session.call(ToolCall.of(name, "{}")).text();
  }

  @Test
  void aRefreshIsOneGenerationAndWhatSurvivesIsTheSameTool() {
    RemoteServer server = open("git");
    server.replaceAll(
        List.of(
            tool("mcp__git__log", "git", "Shows.", "log"),
            tool("mcp__git__old", "git", "Old.", "old"),
            tool("mcp__git__diff", "git", "Differs.", "diff")),
        "1");
    assertThat(listed()).containsExactly("mcp__git__diff", "mcp__git__log", "mcp__git__old");
    await().until(() -> heard.size() == 1);
    long generation = bus.publisher.table().generation();
    Binding log = binding("mcp__git__log");

    server.replaceAll(
        List.of(
            tool("mcp__git__log", "git", "Shows.", "another object"),
            tool("mcp__git__diff", "git", "Differs now.", "new diff"),
            tool("mcp__git__new", "git", "New.", "new")),
        "2");
    assertThat(bus.publisher.table().generation()).isEqualTo(generation + 1);
    assertThat(binding("mcp__git__log")).isSameAs(log);
    assertThat(call("mcp__git__log")).isEqualTo("log");
    assertThat(call("mcp__git__diff")).isEqualTo("new diff");
    ToolInfo info = session.view().find("mcp__git__log").orElseThrow();
    assertThat(info.version()).isEqualTo("2");
    assertThat(info.origin()).isEqualTo(Origin.MCP);
    assertThat(info.owner()).isEqualTo("mcp:git");
    await().until(() -> heard.size() == 2);
    assertThat(List.copyOf(heard).get(1))
        .isEqualTo(
            new ToolChange(
                generation + 1,
                List.of("mcp__git__new"),
                List.of("mcp__git__old"),
                List.of("mcp__git__diff")));

    server.replaceAll(
        List.of(
            tool("mcp__git__log", "git", "Shows.", "x"),
            tool("mcp__git__diff", "git", "Differs now.", "x"),
            tool("mcp__git__new", "git", "New.", "x")),
        "2");
    assertThat(bus.publisher.table().generation()).isEqualTo(generation + 1);
  }

  @Test
  void aCallInFlightFinishesWhenItsToolSurvivesARefresh() throws Exception {
    CountDownLatch entered = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    RemoteServer server = open("git");
    server.replaceAll(
        List.of(
            tool(
                "mcp__git__slow",
                "git",
                "Slow.",
                (arguments, context) -> {
                  entered.countDown();
                  go.await();
                  return "done";
                })),
        "1");
    CallHandle call = session.start(ToolCall.of("mcp__git__slow", "{}"));
    entered.await();
    server.replaceAll(List.of(tool("mcp__git__slow", "git", "Slow.", "other")), "2");
    go.countDown();
    assertThat(call.result().toCompletableFuture().get(10, TimeUnit.SECONDS).text())
        .isEqualTo("done");
  }

  @Test
  @DisplayName("a lost server that is back within the grace period: calls wait, nobody notices")
  void graceIsNotNoticed() throws Exception {
    RemoteServer server = open("git");
    server.replaceAll(List.of(tool("mcp__git__log", "git", "Shows.", "log")), "1");
    await().until(() -> heard.size() == 1);
    server.unavailable("the connection broke", LONG);
    assertThat(listed()).containsExactly("mcp__git__log");
    assertThat(server.tools())
        .extracting(row -> row.info().state())
        .containsExactly(ToolState.SUSPENDED);
    CallHandle call = session.start(ToolCall.of("mcp__git__log", "{}"));
    server.unavailable("it still does not answer", Duration.ZERO);
    assertThat(call.result().toCompletableFuture()).isNotDone();
    server.available();
    assertThat(call.result().toCompletableFuture().get(10, TimeUnit.SECONDS).text())
        .isEqualTo("log");
    server.unavailable("again", LONG);
    server.replaceAll(List.of(tool("mcp__git__log", "git", "Shows.", "log")), "1");
    assertThat(call("mcp__git__log")).isEqualTo("log");
    server.put(tool("mcp__git__mark", "git", "Ends this test's wait.", ""));
    await().until(() -> heard.size() == 2);
    assertThat(List.copyOf(heard).get(1).added()).containsExactly("mcp__git__mark");
  }

  @Test
  void afterTheGraceItsToolsAreUnavailableUntilItIsBack() throws Exception {
    RemoteServer server = open("git");
    server.replaceAll(List.of(tool("mcp__git__log", "git", "Shows.", "log")), "1");
    server.unavailable("the connection broke", Duration.ofMillis(50));
    CallHandle waiting = session.start(ToolCall.of("mcp__git__log", "{}"));
    CallResult refused = waiting.result().toCompletableFuture().get(20, TimeUnit.SECONDS);
    assertThat(refused.failure()).contains(Failure.UNAVAILABLE);
    assertThat(refused.text()).contains("the connection broke");
    assertThat(listed()).isEmpty();
    ToolRow row = server.tools().get(0);
    assertThat(row.info().state()).isEqualTo(ToolState.UNAVAILABLE);
    assertThat(row.reason()).isEqualTo("the connection broke");
    assertThat(row.since().orElseThrow().event()).isEqualTo(ToolEvent.CONNECTION);
    server.available();
    assertThat(call("mcp__git__log")).isEqualTo("log");
    await().until(() -> heard.size() == 3);
    assertThat(List.copyOf(heard).get(1).removed()).containsExactly("mcp__git__log");
    assertThat(List.copyOf(heard).get(2).added()).containsExactly("mcp__git__log");
  }

  @Test
  @DisplayName("rule (f): a server's tool never takes a name of a core bundle")
  void fAgainstTheCore() {
    OwnerId core = OwnerId.builtin("dev.talaria.x");
    bus.publisher.apply(
        new InputChange.Declared(core, List.of(declaration(core, "mcp__git__log", "core", false))));
    RemoteServer server = open("git");
    server.replaceAll(List.of(tool("mcp__git__log", "git", "Shows.", "log")), "1");
    ToolRow row = server.tools().get(0);
    assertThat(row.info().state()).isEqualTo(ToolState.REFUSED);
    assertThat(row.reason()).contains("the name is taken by the core bundle dev.talaria.x");
  }

  @Test
  @DisplayName(
      "R23, rule (g): of two servers the first by name stands, whoever came last; rejected")
  void gAmongServers() {
    RemoteServer second = open("a_b");
    second.replaceAll(List.of(tool("mcp__a_b__t", "a_b", "Second.", "second")), "1");
    RemoteServer first = open("a-b");
    assertThat(first.prefix()).isEqualTo(second.prefix());
    first.replaceAll(List.of(tool("mcp__a_b__t", "a-b", "First.", "first")), "1");
    assertThat(call("mcp__a_b__t")).isEqualTo("first");
    assertThat(second.tools())
        .singleElement()
        .satisfies(row -> assertThat(row.reason()).contains("taken by mcp:a-b"));
    first.close();
    assertThat(call("mcp__a_b__t")).isEqualTo("second");
  }

  @Test
  @DisplayName("R22 the same server again: replaced silently")
  void theSameServerReplacesItsOwn() {
    RemoteServer server = open("git");
    server.put(tool("mcp__git__log", "git", "Shows.", "old"));
    server.put(tool("mcp__git__log", "git", "Shows better.", "new"));
    assertThat(call("mcp__git__log")).isEqualTo("new");
    assertThat(server.tools()).hasSize(1);
    assertThat(server.remove("mcp__git__log")).isTrue();
    assertThat(server.remove("mcp__git__log")).isFalse();
    assertThat(listed()).isEmpty();
  }

  @Test
  void whatAServerMayNotOfferIsRefusedAndTheRestStands() {
    RemoteServer server = open("git");
    server.replaceAll(
        List.of(
            tool("mcp__other__log", "git", "A foreign prefix.", ""),
            tool("mcp__git__x", "terminal", "A foreign toolset.", ""),
            new RemoteTool(
                ToolDeclaration.named("mcp__git__y", "mcp-git")
                    .description("No schema.")
                    .inputSchema("[1]")
                    .build(),
                (arguments, context) -> ""),
            tool("mcp__git__ok", "git", "Good.", "ok")),
        "1");
    assertThat(listed()).containsExactly("mcp__git__ok");
    assertThat(server.tools())
        .extracting(row -> row.info().name() + " " + row.info().state())
        .containsExactly(
            "mcp__git__ok ACTIVE",
            "mcp__git__x REFUSED",
            "mcp__git__y REFUSED",
            "mcp__other__log REFUSED");
    assertThatThrownBy(
            () ->
                server.replaceAll(
                    List.of(
                        tool("mcp__git__ok", "git", "a", ""), tool("mcp__git__ok", "git", "b", "")),
                    "2"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(listed()).containsExactly("mcp__git__ok");
  }

  @Test
  void aServerIsOpenOnceAndClosedForGood() {
    assertThatThrownBy(() -> open("Git Hub")).isInstanceOf(IllegalArgumentException.class);
    RemoteServer server = open("git");
    assertThatThrownBy(() -> open("git")).isInstanceOf(IllegalStateException.class);
    server.put(tool("mcp__git__log", "git", "Shows.", "log"));
    server.unavailable("lost", LONG);
    CallHandle waiting = session.start(ToolCall.of("mcp__git__log", "{}"));
    server.close();
    server.close();
    assertThat(waiting.result().toCompletableFuture().join().failure())
        .contains(Failure.UNKNOWN_TOOL);
    assertThatThrownBy(server::available).isInstanceOf(IllegalStateException.class);
    RemoteServer again = open("git");
    again.put(tool("mcp__git__log", "git", "Shows.", "again"));
    assertThat(call("mcp__git__log")).isEqualTo("again");
  }
}
