package dev.talaria.mcp.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.mcp.server.testing.EventReader;
import dev.talaria.mcp.server.testing.McpClient;
import dev.talaria.mcp.server.testing.RunningServer;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The endpoint comes, moves and goes with its bundle. */
@Timeout(60)
class LifecycleHttpIT {
  private RunningServer server;
  private McpClient client;

  @BeforeEach
  void start() throws Exception {
    server = new RunningServer(Map.of());
    client = new McpClient(server.uri(), "home");
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
  }

  @Test
  void saysGoodByeWhenItStops() throws Exception {
    String session = client.open("2025-11-25");
    EventReader legacy =
        client.stream(
            client.request("MCP-Session-Id", session, "Accept", "text/event-stream").GET());
    EventReader modern =
        client.stream(
            client.modern(
                "8", "subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true}"));
    modern.next();

    server.bundle().stop();

    assertThat(modern.next().get("result").get("resultType").asString()).isEqualTo("complete");
    await().until(() -> legacy.hasEnded() && modern.hasEnded());
    assertThat(server.registry.openSessions()).isZero();
    assertThat(client.sendPost(ping()).statusCode()).isEqualTo(404);
    await()
        .untilAsserted(
            () ->
                assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(t -> t.getName().startsWith("talaria-mcp")));
  }

  @Test
  void movesWithItsConfiguration() throws Exception {
    server.configure(Map.of("path", "/elsewhere", "page_size", 1));
    await()
        .untilAsserted(
            () -> {
              McpClient moved = new McpClient(server.uri().resolve("/elsewhere"), "home");
              assertThat(moved.send(moved.modern("1", "tools/list", "")).statusCode())
                  .isEqualTo(200);
            });
    assertThat(client.send(client.modern("1", "tools/list", "")).statusCode()).isEqualTo(404);
  }

  private static String ping() {
    return "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"ping\"}";
  }
}
