package dev.talaria.mcp.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.mcp.server.testing.EventReader;
import dev.talaria.mcp.server.testing.FakeTool;
import dev.talaria.mcp.server.testing.McpClient;
import dev.talaria.mcp.server.testing.RunningServer;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that are wrong, slow, gone or too many. */
@Timeout(90)
class HostileHttpIT {
  private static RunningServer server;
  private static McpClient client;

  @BeforeAll
  static void start() throws Exception {
    server =
        new RunningServer(
            Map.of(
                "keep_alive", "100ms",
                "stall_limit", "4s",
                "session_idle", "2s",
                "notify_window", "0ms"));
    client = new McpClient(server.uri(), "home");
    server.registry.put(FakeTool.echo("a_echo", "a"));
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
  }

  @Test
  void looksAtNothingBeforeAccessIsGranted() throws Exception {
    McpClient stranger = new McpClient(server.uri(), "wrong");
    HttpResponse<String> denied = stranger.sendPost("{not json");
    assertThat(denied.statusCode()).isEqualTo(401);
    assertThat(denied.headers().firstValue("WWW-Authenticate"))
        .hasValueSatisfying(v -> assertThat(v).startsWith("Bearer"));
    assertThat(stranger.send(stranger.request().GET()).statusCode()).isEqualTo(401);
    assertThat(client.sendPost(ping(), "Origin", "http://evil.example").statusCode())
        .isEqualTo(403);
    assertThat(client.sendPost(ping(), "Authorization", "Bearer narrow").statusCode())
        .as("two credentials")
        .isEqualTo(400);
  }

  @Test
  void saysWhatIsWrongWithARequest() throws Exception {
    assertError(client.sendPost("{\"jsonrpc\":"), 400, -32700);
    assertError(client.sendPost(""), 400, -32700);
    assertError(client.sendPost("[".repeat(1 << 20)), 400, -32600);
    assertError(client.sendPost("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":1}"), 400, -32600);
    assertError(client.sendPost("[]"), 400, -32600);
    assertError(
        client.send(
            client
                .request("Content-Type", "text/plain", "Accept", "*/*")
                .POST(BodyPublishers.ofString(ping()))),
        415,
        -32600);
    assertError(
        client.send(
            client
                .request("Content-Type", "application/json; charset=latin1", "Accept", "*/*")
                .POST(BodyPublishers.ofString(ping()))),
        415,
        -32600);
    assertError(
        client.send(
            client
                .request("Content-Type", "application/json", "Accept", "application/json")
                .POST(BodyPublishers.ofString(ping()))),
        406,
        -32600);
    String session = client.open("2025-11-25");
    assertError(
        client.send(client.request("MCP-Session-Id", session, "Accept", "application/json").GET()),
        406,
        -32600);
  }

  @Test
  void refusesTenMegabytesOfArgumentsAndServesOn() throws Exception {
    String session = client.open("2025-11-25");
    String large =
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"a_echo\","
            + "\"arguments\":{\"x\":\""
            + "y".repeat(10 << 20)
            + "\"}}}";
    HttpResponse<String> refused = client.sendPost(large, "MCP-Session-Id", session);
    assertError(refused, 413, -32600);

    session = client.open("2025-11-25");
    String fits = large.replace("y".repeat(10 << 20), "y".repeat(7 << 20));
    HttpResponse<String> answered = client.sendPost(fits, "MCP-Session-Id", session);
    assertThat(answered.statusCode()).isEqualTo(200);
    assertThat(answered.body().length()).isGreaterThan(14 << 20);
  }

  @Test
  void aClientThatTakesNothingDelaysNobodyAndIsDropped() throws Exception {
    try (Socket stalled = new Socket()) {
      stalled.setReceiveBufferSize(4096);
      stalled.connect(new InetSocketAddress("127.0.0.1", server.port()));
      // Each progress message is 8 kB, and the receive buffer is small: nothing gets through soon.
      String token = "t".repeat(4000);
      server.registry.put(
          new FakeTool(
              "chatty",
              "a",
              (call, cancelled) -> {
                int i = 0;
                while (cancelled.getCount() > 0 && i < 2_000_000) {
                  call.progress().orElseThrow().progressed(++i, Double.NaN, "x".repeat(4000));
                }
                return FakeTool.echo("x", "a").body().call(call, cancelled);
              }));
      String body =
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"chatty\","
              + "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
              + "\"io.modelcontextprotocol/clientCapabilities\":{},\"progressToken\":\""
              + token
              + "\"}}}";
      OutputStream out = stalled.getOutputStream();
      out.write(
          ("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer home\r\n"
                  + "Content-Type: application/json\r\nAccept: */*\r\n"
                  + "MCP-Protocol-Version: 2026-07-28\r\nMcp-Method: tools/call\r\n"
                  + "Mcp-Name: chatty\r\nContent-Length: "
                  + body.length()
                  + "\r\n\r\n"
                  + body)
              .getBytes(StandardCharsets.UTF_8));
      out.flush();
      await()
          .until(() -> server.clients().clients().stream().anyMatch(c -> c.era().equals("modern")));

      String session = client.open("2025-11-25");
      try (EventReader events =
          client.stream(
              client.request("MCP-Session-Id", session, "Accept", "text/event-stream").GET())) {
        for (int i = 0; i < 5; i++) {
          server.registry.put(FakeTool.echo("t" + i, "a"));
          assertThat(events.nextWithin(2500)).as("change " + i).isPresent();
        }
      }
      // Dropping it cancels its call: the modern principal's session becomes idle and ends.
      await()
          .atMost(Duration.ofSeconds(30))
          .until(
              () -> server.clients().clients().stream().noneMatch(c -> c.era().equals("modern")));
    }
  }

  @Test
  void aListenerThatVanishesIsNoticed() throws Exception {
    String session = client.open("2025-11-25");
    EventReader events =
        client.stream(
            client.request("MCP-Session-Id", session, "Accept", "text/event-stream").GET());
    await().until(() -> server.clients().clients().stream().anyMatch(c -> c.listening()));

    events.close();

    await().until(() -> server.clients().clients().isEmpty());
    assertThat(server.registry.openSessions()).isZero();
  }

  @Test
  void endsIdleSessionsButNotListeningOnes() throws Exception {
    String idle = client.open("2025-11-25");
    String listening = client.open("2025-11-25");
    try (EventReader events =
        client.stream(
            client.request("MCP-Session-Id", listening, "Accept", "text/event-stream").GET())) {
      await().until(() -> server.clients().clients().size() == 1);
      assertThat(client.sendPost(ping(), "MCP-Session-Id", idle).statusCode()).isEqualTo(404);
      assertThat(client.sendPost(ping(), "MCP-Session-Id", listening).statusCode()).isEqualTo(200);
      assertThat(events.hasEnded()).isFalse();
    }
  }

  private static void assertError(HttpResponse<String> response, int status, int code) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(McpClient.json(response).get("error").get("code").asInt()).isEqualTo(code);
  }

  private static String ping() {
    return "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}";
  }
}
