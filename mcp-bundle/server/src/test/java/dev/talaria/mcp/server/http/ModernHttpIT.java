package dev.talaria.mcp.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.api.CallResult;
import dev.talaria.api.Content;
import dev.talaria.mcp.server.testing.EventReader;
import dev.talaria.mcp.server.testing.FakeTool;
import dev.talaria.mcp.server.testing.McpClient;
import dev.talaria.mcp.server.testing.RunningServer;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

@Timeout(60)
class ModernHttpIT {
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  private static RunningServer server;
  private static McpClient client;

  @BeforeAll
  static void start() throws Exception {
    server = new RunningServer(Map.of("keep_alive", "200ms"));
    client = new McpClient(server.uri(), "home");
    server.registry.put(FakeTool.echo("a_echo", "a"), FakeTool.echo("b_echo", "b"));
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @Test
  void discovers() throws Exception {
    JsonNode result = result(client.modern("\"d\"", "server/discover", ""));
    assertThat(result.get("resultType").asString()).isEqualTo("complete");
    assertThat(result.get("supportedVersions").get(0).asString()).isEqualTo("2026-07-28");
    assertThat(result.get("capabilities").get("tools").get("listChanged").asBoolean()).isTrue();
    assertThat(result.get("ttlMs").asLong()).isNotNegative();
    assertThat(result.get("cacheScope").asString()).isEqualTo("public");
    assertThat(result.get("instructions").asString()).isNotEmpty();
    assertThat(result.get("_meta").get("io.modelcontextprotocol/serverInfo").get("name").asString())
        .isEqualTo("talaria");
  }

  @Test
  void listsByPrincipalAndNothingElse() throws Exception {
    JsonNode all = result(client.modern("1", "tools/list", ""));
    JsonNode again =
        result(client.modern("2", "tools/list", "").header("MCP-Session-Id", "ignored"));
    JsonNode some = result(new McpClient(server.uri(), "narrow").modern("1", "tools/list", ""));

    assertThat(all).isEqualTo(again);
    assertThat(all.get("cacheScope").asString()).isEqualTo("private");
    assertThat(all.get("ttlMs").asLong()).isNotNegative();
    assertThat(all.get("tools").get(0).get("name").asString()).isEqualTo("a_echo");
    assertThat(some.get("tools").size()).isEqualTo(1);
    assertThat(some.get("tools").get(0).get("name").asString()).isEqualTo("b_echo");
    // What is not listed cannot be called either.
    assertThat(
            McpClient.json(
                    client.send(
                        new McpClient(server.uri(), "narrow")
                            .modern("1", "tools/call", "\"name\":\"a_echo\"")))
                .get("error")
                .get("code")
                .asInt())
        .isEqualTo(-32602);
  }

  @Test
  void calls() throws Exception {
    JsonNode result =
        result(client.modern("1", "tools/call", "\"name\":\"a_echo\",\"arguments\":{\"a\":1}"));
    assertThat(result.get("resultType").asString()).isEqualTo("complete");
    assertThat(result.get("content").get(0).get("text").asString()).isEqualTo("{\"a\":1}");
    assertThat(result.get("structuredContent").get("a").asInt()).isEqualTo(1);
    assertThat(server.clients().clients())
        .anySatisfy(
            c -> {
              assertThat(c.era()).isEqualTo("modern");
              assertThat(c.name()).isEqualTo("test 1");
            });
    long sessions =
        server.registry.opened.stream().filter(s -> s.principal().equals("home")).count();
    assertThat(sessions).as("one tool session for all requests of a principal").isEqualTo(1);
  }

  @Test
  void listens() throws Exception {
    try (EventReader events =
            client.stream(
                client.modern(
                    "\"sub\"",
                    "subscriptions/listen",
                    "\"notifications\":{\"toolsListChanged\":true,\"promptsListChanged\":true}"));
        EventReader deaf =
            client.stream(client.modern("5", "subscriptions/listen", "\"notifications\":{}"))) {
      JsonNode first = events.next();
      assertThat(first.get("method").asString())
          .isEqualTo("notifications/subscriptions/acknowledged");
      assertThat(subscription(first)).isEqualTo("sub");
      assertThat(first.get("params").get("notifications").toString())
          .isEqualTo("{\"toolsListChanged\":true}");
      assertThat(deaf.next().get("params").get("notifications").size()).isZero();

      server.registry.put(FakeTool.echo("heard", "a"));

      JsonNode changed = events.next();
      assertThat(changed.get("method").asString()).isEqualTo("notifications/tools/list_changed");
      assertThat(subscription(changed)).isEqualTo("sub");
      assertThat(events.nextWithin(300)).isEmpty();
      assertThat(deaf.nextWithin(1)).isEmpty();
      await().until(() -> events.comments() > 2);
      server.registry.remove("heard");
    }
    await().until(() -> server.registry.subscriptions() == 0);
  }

  @Test
  void cancelsTheCallOfAClientThatLeaves() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch cancelledCall = new CountDownLatch(1);
    server.registry.put(
        new FakeTool(
            "long",
            "a",
            (call, cancelled) -> {
              started.countDown();
              if (cancelled.await(30, TimeUnit.SECONDS)) {
                cancelledCall.countDown();
              }
              return new CallResult(
                  List.of(new Content.Text("")), Optional.empty(), Optional.empty());
            }));
    EventReader events = client.stream(client.modern("1", "tools/call", "\"name\":\"long\""));
    assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();

    events.close();

    assertThat(cancelledCall.await(20, TimeUnit.SECONDS)).isTrue();
    server.registry.remove("long");
  }

  @Test
  void checksTheHeadersAgainstTheBody() throws Exception {
    String call =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"a_echo\","
            + META
            + "}}";
    String[][] wrong = {
      {"Mcp-Method", "tools/call", "Mcp-Name", "a_echo"},
      {"MCP-Protocol-Version", "2026-07-28", "Mcp-Name", "a_echo"},
      {"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call"},
      {"MCP-Protocol-Version", "2025-11-25", "Mcp-Method", "tools/call", "Mcp-Name", "a_echo"},
      {"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/list", "Mcp-Name", "a_echo"},
      {"MCP-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/call", "Mcp-Name", "b_echo"},
      {
        "MCP-Protocol-Version",
        "2026-07-28",
        "Mcp-Method",
        "tools/call",
        "Mcp-Name",
        "=?base64?%%%?="
      },
      {
        "MCP-Protocol-Version",
        "2026-07-28",
        "Mcp-Method",
        "tools/call",
        "Mcp-Name",
        "a_echo",
        "Mcp-Name",
        "a_echo"
      },
    };
    for (String[] headers : wrong) {
      HttpResponse<String> response = client.sendPost(call, headers);
      assertThat(response.statusCode()).as(String.join(" ", headers)).isEqualTo(400);
      assertThat(McpClient.json(response).get("error").get("code").asInt()).isEqualTo(-32020);
      assertThat(McpClient.json(response).get("id").asInt()).isEqualTo(1);
    }
    assertThat(
            client
                .sendPost(
                    call,
                    "MCP-Protocol-Version",
                    "2026-07-28",
                    "Mcp-Method",
                    "tools/call",
                    "Mcp-Name",
                    "=?base64?YV9lY2hv?=")
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void refusesWhatItDoesNotSpeak() throws Exception {
    HttpResponse<String> version =
        client.sendPost(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{"
                + META.replace("2026-07-28", "1900-01-01")
                + "}}",
            "MCP-Protocol-Version",
            "1900-01-01",
            "Mcp-Method",
            "tools/list");
    assertThat(version.statusCode()).isEqualTo(400);
    JsonNode error = McpClient.json(version).get("error");
    assertThat(error.get("code").asInt()).isEqualTo(-32022);
    assertThat(error.get("data").get("supported").get(0).asString()).isEqualTo("2026-07-28");
    assertThat(error.get("data").get("supported"))
        .isEqualTo(result(client.modern("1", "server/discover", "")).get("supportedVersions"));
    assertThat(error.get("data").get("requested").asString()).isEqualTo("1900-01-01");

    HttpResponse<String> unknown = client.send(client.modern("1", "no/such", ""));
    assertThat(unknown.statusCode()).isEqualTo(404);
    assertThat(McpClient.json(unknown).get("error").get("code").asInt()).isEqualTo(-32601);
    assertThat(client.send(client.modern("1", "ping", "")).statusCode()).isEqualTo(404);

    for (String params :
        List.of(
            "{}",
            "{\"_meta\":{}}",
            "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}",
            "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                + "\"io.modelcontextprotocol/clientCapabilities\":7}}")) {
      HttpResponse<String> missing =
          client.sendPost(
              "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":" + params + "}",
              "MCP-Protocol-Version",
              "2026-07-28",
              "Mcp-Method",
              "tools/list");
      assertThat(missing.statusCode()).as(params).isEqualTo(400);
      assertThat(McpClient.json(missing).get("error").get("code").asInt()).isEqualTo(-32602);
    }
    HttpRequest.Builder get =
        client.request("MCP-Protocol-Version", "2026-07-28", "Accept", "text/event-stream").GET();
    assertThat(client.send(get).statusCode()).isEqualTo(405);
    assertThat(
            client.send(client.request("MCP-Protocol-Version", "2026-07-28").DELETE()).statusCode())
        .isEqualTo(405);
    assertThat(
            client
                .sendPost(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}",
                    "MCP-Protocol-Version",
                    "2026-07-28")
                .statusCode())
        .isEqualTo(202);
    assertThat(
            client
                .send(client.request().method("PATCH", BodyPublishers.ofString("x")))
                .statusCode())
        .isEqualTo(405);
  }

  private static JsonNode result(HttpRequest.Builder request) throws Exception {
    HttpResponse<String> response = client.send(request);
    assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
    return McpClient.json(response).get("result");
  }

  private static String subscription(JsonNode message) {
    return message
        .get("params")
        .get("_meta")
        .get("io.modelcontextprotocol/subscriptionId")
        .asString();
  }
}
