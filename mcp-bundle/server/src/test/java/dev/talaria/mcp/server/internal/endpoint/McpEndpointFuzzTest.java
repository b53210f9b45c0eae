package dev.talaria.mcp.server.internal.endpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.mcp.server.testing.FakeAccess;
import dev.talaria.mcp.server.testing.FakeExchange;
import dev.talaria.mcp.server.testing.FakeTool;
import dev.talaria.mcp.server.testing.McpClient;
import dev.talaria.mcp.server.testing.Protocols;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Whatever arrives, it has exactly one answer, and never because something broke. */
class McpEndpointFuzzTest {
  private static Protocols protocols;
  private static McpEndpoint endpoint;
  private static String session;

  @BeforeContainer
  static void start() {
    protocols = new Protocols();
    protocols.registry.put(FakeTool.echo("echo", "a"));
    Ticker ticker = new Ticker();
    endpoint =
        new McpEndpoint(
            new FakeAccess(),
            new LegacyEndpoint(protocols.legacy, ticker, () -> protocols.settings),
            protocols.modern,
            ticker,
            () -> protocols.settings);
    FakeExchange opening =
        exchange(
            "POST",
            Map.of(),
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":"
                + "{\"protocolVersion\":\"2025-03-26\"}}");
    endpoint.handle(opening);
    assertThat(opening.said.get(0)).startsWith("200 ");
    session = opening.answerHeaders.get("MCP-Session-Id");
  }

  @AfterContainer
  static void stop() {
    protocols.close();
  }

  @Property(tries = 3000)
  void everythingHasOneAnswer(
      @ForAll("methods") String method,
      @ForAll("bodies") String body,
      @ForAll("headers") Map<String, String> headers) {
    FakeExchange exchange = exchange(method, headers, body);

    endpoint.handle(exchange);

    // A listening stream has no end and needs none.
    if (exchange.said.isEmpty()) {
      // The tool answers on its own thread.
      await()
          .pollDelay(Duration.ZERO)
          .pollInterval(Duration.ofMillis(1))
          .until(() -> !exchange.said.isEmpty());
    }
    String first = exchange.said.get(0);
    assertThat(first).doesNotStartWith("5");
    assertThat(exchange.said.stream().filter(s -> s.matches("(?s)([0-9]{3}|end) .*")).count())
        .isLessThanOrEqualTo(1);
    if (first.startsWith("4") && !first.equals("404 ")) {
      assertThat(McpClient.MAPPER.readTree(first.substring(4)).has("error")).isTrue();
    }
  }

  @Provide
  Arbitrary<String> methods() {
    return Arbitraries.frequencyOf(
        Tuple.of(20, Arbitraries.just("POST")),
        Tuple.of(1, Arbitraries.of("GET", "PUT", "OPTIONS")));
  }

  @Provide
  Arbitrary<String> bodies() {
    Arbitrary<String> method =
        Arbitraries.of(
            "initialize",
            "ping",
            "tools/list",
            "tools/call",
            "server/discover",
            "subscriptions/listen",
            "notifications/cancelled",
            "notifications/initialized",
            "\\ud800");
    Arbitrary<String> member =
        Arbitraries.of(
            "\"name\":\"echo\"",
            "\"name\":7",
            "\"name\":\"\\udfff\"",
            "\"arguments\":{\"a\":[1]}",
            "\"arguments\":null",
            "\"cursor\":\"x\"",
            "\"cursor\":\"\"",
            "\"notifications\":{\"toolsListChanged\":true}",
            "\"requestId\":1",
            "\"protocolVersion\":\"2025-03-26\"",
            "\"_meta\":{\"progressToken\":{}}",
            "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":{}}",
            "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":3}",
            "\"_meta\":[]");
    Arbitrary<String> params =
        member.list().uniqueElements().ofMaxSize(3).map(m -> "{" + String.join(",", m) + "}");
    Arbitrary<String> id = Arbitraries.of("\"id\":1,", "\"id\":\"\\ud800\",", "", "\"id\":[],");
    Arbitrary<String> message =
        Combinators.combine(id, method, params)
            .as(
                (i, m, p) ->
                    "{\"jsonrpc\":\"2.0\"," + i + "\"method\":\"" + m + "\",\"params\":" + p + "}");
    Arbitrary<String> batch =
        message.list().ofMaxSize(4).map(messages -> "[" + String.join(",", messages) + "]");
    return Arbitraries.frequencyOf(
        Tuple.of(12, message),
        Tuple.of(2, batch),
        Tuple.of(1, Arbitraries.strings().ofMaxLength(40)));
  }

  @Provide
  Arbitrary<Map<String, String>> headers() {
    Arbitrary<String> names =
        Arbitraries.of("MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "MCP-Session-Id");
    Arbitrary<String> values =
        Arbitraries.of(
            "2026-07-28",
            "2025-03-26",
            "1900-01-01",
            "tools/call",
            "tools/list",
            "echo",
            "SESSION",
            "=?base64?ZWNobw==?=",
            "");
    return Arbitraries.maps(names, values).ofMaxSize(4);
  }

  private static FakeExchange exchange(String method, Map<String, String> given, String body) {
    Map<String, List<String>> headers = new HashMap<>();
    headers.put("Authorization", List.of("Bearer home"));
    headers.put("Content-Type", List.of("application/json"));
    given.forEach(
        (name, value) -> headers.put(name, List.of(value.equals("SESSION") ? session : value)));
    return new FakeExchange(method, headers, body.getBytes(StandardCharsets.UTF_8));
  }
}
