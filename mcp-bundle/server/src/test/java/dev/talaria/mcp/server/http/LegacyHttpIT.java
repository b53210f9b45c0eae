package dev.talaria.mcp.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.api.CallResult;
import dev.talaria.api.Content;
import dev.talaria.mcp.server.testing.EventReader;
import dev.talaria.mcp.server.testing.FakeTool;
import dev.talaria.mcp.server.testing.McpClient;
import dev.talaria.mcp.server.testing.RunningServer;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tools.jackson.databind.JsonNode;

@Timeout(60)
class LegacyHttpIT {
  private static RunningServer server;
  private static McpClient client;

  @BeforeAll
  static void start() throws Exception {
    server =
        new RunningServer(
            Map.of(
                "notify_window",
                "50ms",
                "keep_alive",
                "300ms",
                "page_size",
                3,
                "max_sessions_per_client",
                20));
    client = new McpClient(server.uri(), "home");
    server.registry.put(FakeTool.echo("a_echo", "a"), FakeTool.echo("b_echo", "b"));
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @Test
  void servesAWholeSession() throws Exception {
    HttpResponse<String> opened =
        client.sendPost(
            "{\"jsonrpc\":\"2.0\",\"id\":\"i\",\"method\":\"initialize\",\"params\":{"
                + "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                + "\"clientInfo\":{\"name\":\"whole\",\"version\":\"2\"}}}");
    JsonNode result = McpClient.json(opened).get("result");
    assertThat(opened.headers().firstValue("Content-Type")).hasValue("application/json");
    assertThat(McpClient.json(opened).get("id").asString()).isEqualTo("i");
    assertThat(result.get("protocolVersion").asString()).isEqualTo("2025-11-25");
    assertThat(result.get("capabilities").get("tools").get("listChanged").asBoolean()).isTrue();
    assertThat(result.get("capabilities").has("logging")).isTrue();
    assertThat(result.get("serverInfo").get("version").asString()).isEqualTo("9.9.9");
    String session = opened.headers().firstValue("MCP-Session-Id").orElseThrow();
    assertThat(session).matches("[\\x21-\\x7E]{22,}");
    assertThat(
            post(session, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}")
                .statusCode())
        .isEqualTo(202);

    assertThat(call(session, "ping", "{}").get("result").size()).isZero();
    JsonNode listed = call(session, "tools/list", "{}").get("result");
    assertThat(names(listed)).contains("a_echo", "b_echo");
    JsonNode called =
        call(session, "tools/call", "{\"name\":\"a_echo\",\"arguments\":{\"x\": [1, \"é\"]}}")
            .get("result");
    assertThat(called.get("isError").asBoolean()).isFalse();
    assertThat(called.get("content").get(0).get("text").asString())
        .isEqualTo("{\"x\": [1, \"é\"]}");
    assertThat(called.get("structuredContent").get("x").get(1).asString()).isEqualTo("é");
    assertThat(server.clients().clients())
        .anySatisfy(
            c -> {
              assertThat(c.name()).isEqualTo("whole 2");
              assertThat(c.era()).isEqualTo("legacy");
              assertThat(c.listening()).isFalse();
            });

    assertThat(client.send(client.request("MCP-Session-Id", session).DELETE()).statusCode())
        .isEqualTo(200);
    assertThat(post(session, ping()).statusCode()).isEqualTo(404);
  }

  @Test
  void tellsExactlyOnceOfAChangeAndOnlyWhatIsSeen() throws Exception {
    McpClient narrow = new McpClient(server.uri(), "narrow");
    String all = client.open("2025-06-18");
    String some = narrow.open("2025-06-18");
    try (EventReader sees = get(client, all);
        EventReader filtered = get(narrow, some)) {
      assertThat(sees.response().headers().firstValue("Content-Type"))
          .hasValueSatisfying(t -> assertThat(t).startsWith("text/event-stream"));
      assertThat(sees.response().headers().firstValue("X-Accel-Buffering")).hasValue("no");

      server.registry.put(FakeTool.echo("once", "a"));

      assertThat(sees.next().get("method").asString())
          .isEqualTo("notifications/tools/list_changed");
      // Many changes within the window are one.
      server.registry.remove("once");
      server.registry.put(FakeTool.echo("once", "a"));
      server.registry.remove("once");
      sees.next();
      assertThat(sees.nextWithin(900)).isEmpty();
      assertThat(filtered.nextWithin(1)).isEmpty();
      assertThat(server.clients().clients()).anyMatch(c -> c.listening());
    }
    end(client, all);
    end(narrow, some);
  }

  @Test
  void remembersAChangeUntilAStreamOpens() throws Exception {
    String session = client.open("2025-11-25");
    server.registry.put(FakeTool.echo("between", "a"));
    server.registry.remove("between");
    await()
        .pollDelay(Duration.ofMillis(500))
        .untilAsserted(
            () -> {
              try (EventReader late = get(client, session)) {
                assertThat(late.next().get("method").asString())
                    .isEqualTo("notifications/tools/list_changed");
              }
            });
    end(client, session);
  }

  @Test
  void pagesByACursorThatDiesWithItsTable() throws Exception {
    server.registry.put(
        FakeTool.echo("p1", "p"), FakeTool.echo("p2", "p"), FakeTool.echo("p3", "p"));
    String session = client.open("2025-11-25");
    List<String> seen = new ArrayList<>();
    JsonNode page = call(session, "tools/list", "{}").get("result");
    String cursor = page.get("nextCursor").asString();
    while (page.has("nextCursor")) {
      seen.addAll(names(page));
      page =
          call(session, "tools/list", "{\"cursor\":\"" + page.get("nextCursor").asString() + "\"}")
              .get("result");
    }
    seen.addAll(names(page));
    assertThat(seen)
        .contains("a_echo", "b_echo", "p1", "p2", "p3")
        .doesNotHaveDuplicates()
        .isSorted();

    server.registry.remove("p3");
    for (String bad : List.of("\"" + cursor + "\"", "\"\"", "\"!\"", "7", "\"MTIzNDU2Nzg\"")) {
      assertThat(
              call(session, "tools/list", "{\"cursor\":" + bad + "}")
                  .get("error")
                  .get("code")
                  .asInt())
          .isEqualTo(-32602);
    }
    server.registry.remove("p1");
    server.registry.remove("p2");
    end(client, session);
  }

  @Test
  void reportsErrorsOfRequests() throws Exception {
    String session = client.open("2025-11-25");
    assertThat(code(session, "no/such", "{}")).isEqualTo(-32601);
    assertThat(code(session, "logging/setLevel", "{\"level\":\"loud\"}")).isEqualTo(-32602);
    assertThat(code(session, "tools/call", "{\"name\":\"nobody\"}")).isEqualTo(-32602);
    assertThat(code(session, "tools/call", "{\"name\":7}")).isEqualTo(-32602);
    assertThat(code(session, "tools/call", "{\"name\":\"a_echo\",\"arguments\":[]}"))
        .isEqualTo(-32602);
    server.registry.put(
        new FakeTool(
            "fails",
            "a",
            (c, x) -> {
              throw new IllegalStateException("broken");
            }));
    JsonNode failed = call(session, "tools/call", "{\"name\":\"fails\"}").get("result");
    assertThat(failed.get("isError").asBoolean()).isTrue();
    assertThat(failed.get("content").get(0).get("text").asString()).contains("broken");
    server.registry.remove("fails");
    end(client, session);
  }

  @Test
  void sendsProgressOnTheStreamOfTheCall() throws Exception {
    server.registry.put(
        new FakeTool(
            "steps",
            "a",
            (call, x) -> {
              call.progress().orElseThrow().progressed(1, 2, "half");
              call.progress().orElseThrow().progressed(1, 2, "no growth");
              call.progress().orElseThrow().progressed(2, Double.NaN, "");
              return text("done");
            }));
    String session = client.open("2025-11-25");
    EventReader events =
        client.stream(
            client.post(
                request(
                    5, "tools/call", "{\"name\":\"steps\",\"_meta\":{\"progressToken\":\"t\"}}"),
                "MCP-Session-Id",
                session));
    List<JsonNode> progress = new ArrayList<>();
    JsonNode event = events.next();
    while (event.has("method")) {
      progress.add(event.get("params"));
      event = events.next();
    }
    assertThat(progress).isNotEmpty();
    assertThat(progress.get(0).get("progressToken").asString()).isEqualTo("t");
    assertThat(progress).extracting(p -> p.get("progress").asDouble()).doesNotHaveDuplicates();
    assertThat(progress.get(progress.size() - 1).get("progress").asDouble()).isEqualTo(2);
    assertThat(event.get("id").asInt()).isEqualTo(5);
    assertThat(event.get("result").get("content").get(0).get("text").asString()).isEqualTo("done");
    await().until(events::hasEnded);
    server.registry.remove("steps");
    end(client, session);
  }

  @Test
  void cancelsOnRequestAndDoesNotAnswer() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch stopped = new CountDownLatch(1);
    server.registry.put(waiting("waits", started, stopped));
    String session = client.open("2025-11-25");
    CompletableFuture<HttpResponse<String>> answer =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return post(session, request(77, "tools/call", "{\"name\":\"waits\"}"));
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
            });
    assertThat(started.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(post(session, request(77, "tools/call", "{\"name\":\"a_echo\"}")).statusCode())
        .as("the id is in use")
        .isEqualTo(400);

    post(
        session,
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":77}}");

    assertThat(stopped.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(answer.get(10, TimeUnit.SECONDS).body()).doesNotContain("result");
    assertThat(call(session, "ping", "{}").has("result")).isTrue();
    server.registry.remove("waits");
    end(client, session);
  }

  @Test
  void slowCallsBecomeStreamsAndOutliveTheirConnection() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    CountDownLatch finished = new CountDownLatch(1);
    server.registry.put(
        new FakeTool(
            "slow",
            "a",
            (call, cancelled) -> {
              started.countDown();
              assertThat(go.await(20, TimeUnit.SECONDS)).isTrue();
              if (cancelled.getCount() > 0) {
                finished.countDown();
              }
              return text("late");
            }));
    String session = client.open("2025-11-25");
    EventReader events =
        client.stream(
            client.post(
                request(1, "tools/call", "{\"name\":\"slow\"}"), "MCP-Session-Id", session));
    await().until(() -> events.comments() >= 2);
    events.close();
    go.countDown();
    assertThat(finished.await(10, TimeUnit.SECONDS)).isTrue();
    server.registry.remove("slow");
    end(client, session);
  }

  @Test
  void negotiatesTheRevision() throws Exception {
    for (String[] pair :
        new String[][] {
          {"2024-11-05", "2024-11-05"},
          {"2025-03-26", "2025-03-26"},
          {"2026-07-28", "2025-11-25"},
          {"1999-01-01", "2025-11-25"}
        }) {
      HttpResponse<String> opened =
          client.sendPost(request(1, "initialize", "{\"protocolVersion\":\"" + pair[0] + "\"}"));
      assertThat(McpClient.json(opened).get("result").get("protocolVersion").asString())
          .isEqualTo(pair[1]);
      end(client, opened.headers().firstValue("MCP-Session-Id").orElseThrow());
    }
    HttpResponse<String> none = client.sendPost(request(1, "initialize", "{}"));
    assertThat(McpClient.json(none).get("error").get("code").asInt()).isEqualTo(-32602);
    assertThat(none.headers().firstValue("MCP-Session-Id")).isEmpty();
  }

  @Test
  void takesBatchesWhereTheRevisionHasThem() throws Exception {
    String batch =
        "["
            + request(1, "ping", "{}")
            + ","
            + request(2, "tools/call", "{\"name\":\"a_echo\"}")
            + ",{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"},5]";
    String with = client.open("2025-03-26");
    String without = client.open("2025-06-18");

    assertThat(McpClient.json(post(with, batch)).size()).isEqualTo(3);
    assertThat(post(with, "[{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}]").statusCode())
        .isEqualTo(202);
    assertThat(post(without, batch).statusCode()).isEqualTo(400);
    end(client, with);
    end(client, without);
  }

  @Test
  void keepsSessionsApart() throws Exception {
    String session = client.open("2025-11-25");
    McpClient narrow = new McpClient(server.uri(), "narrow");

    assertThat(narrow.sendPost(ping(), "MCP-Session-Id", session).statusCode()).isEqualTo(404);
    assertThat(client.sendPost(ping()).statusCode()).isEqualTo(400);
    assertThat(client.sendPost(ping(), "MCP-Session-Id", "nonsense").statusCode()).isEqualTo(404);
    assertThat(
            client
                .sendPost(ping(), "MCP-Session-Id", session, "MCP-Protocol-Version", "1900-01-01")
                .statusCode())
        .isEqualTo(400);
    assertThat(
            client
                .sendPost(ping(), "MCP-Session-Id", session, "MCP-Protocol-Version", "2025-11-25")
                .statusCode())
        .isEqualTo(200);
    end(client, session);
  }

  @Test
  void limitsSessionsOfOneClient() throws Exception {
    McpClient narrow = new McpClient(server.uri(), "narrow");
    List<String> open = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      open.add(narrow.open("2025-11-25"));
    }
    HttpResponse<String> refused =
        narrow.sendPost(request(1, "initialize", "{\"protocolVersion\":\"2025-11-25\"}"));
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(McpClient.json(refused).get("error").get("message").asString()).contains("limit 20");
    end(narrow, open.remove(0));
    open.add(narrow.open("2025-11-25"));
    for (String session : open) {
      end(narrow, session);
    }
  }

  private static FakeTool waiting(String name, CountDownLatch started, CountDownLatch stopped) {
    return new FakeTool(
        name,
        "a",
        (call, cancelled) -> {
          started.countDown();
          if (cancelled.await(20, TimeUnit.SECONDS)) {
            stopped.countDown();
          }
          return text("late");
        });
  }

  private static CallResult text(String text) {
    return new CallResult(List.of(new Content.Text(text)), Optional.empty(), Optional.empty());
  }

  private static EventReader get(McpClient client, String session) throws Exception {
    return client.stream(
        client.request("MCP-Session-Id", session, "Accept", "text/event-stream").GET());
  }

  private static void end(McpClient client, String session) throws Exception {
    client.send(client.request("MCP-Session-Id", session).DELETE());
  }

  private static HttpResponse<String> post(String session, String body) throws Exception {
    return client.sendPost(body, "MCP-Session-Id", session);
  }

  private static JsonNode call(String session, String method, String params) throws Exception {
    return McpClient.json(post(session, request(9, method, params)));
  }

  private static int code(String session, String method, String params) throws Exception {
    return call(session, method, params).get("error").get("code").asInt();
  }

  private static String ping() {
    return request(3, "ping", "{}");
  }

  private static String request(int id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"method\":\""
        + method
        + "\",\"params\":"
        + params
        + "}";
  }

  private static List<String> names(JsonNode listResult) {
    List<String> names = new ArrayList<>();
    listResult.get("tools").forEach(t -> names.add(t.get("name").asString()));
    return names;
  }
}
