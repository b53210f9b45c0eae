package dev.talaria.mcp.server.internal.modern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.mcp.server.testing.FakeReply;
import dev.talaria.mcp.server.testing.FakeTool;
import dev.talaria.mcp.server.testing.Protocols;
import dev.talaria.mcp.wire.jsonrpc.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class ModernProtocolTest {
  private static final String META =
      "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
          + "\"io.modelcontextprotocol/clientCapabilities\":{}}";

  private final Protocols protocols = new Protocols();

  @AfterEach
  void close() {
    protocols.close();
  }

  @Test
  void allPagesTogetherAreTheList() throws Exception {
    for (int i = 0; i < 5; i++) {
      protocols.registry.put(FakeTool.echo("t" + i, "a"));
    }
    List<String> names = new ArrayList<>();
    JsonNode page = handle("tools/list", "").result();
    int pages = 1;
    while (true) {
      page.get("tools").forEach(t -> names.add(t.get("name").asString()));
      assertThat(page.get("cacheScope").asString()).isEqualTo("private");
      if (!page.has("nextCursor")) {
        break;
      }
      page =
          handle("tools/list", "\"cursor\":\"" + page.get("nextCursor").asString() + "\",")
              .result();
      pages++;
    }
    assertThat(names).containsExactly("t0", "t1", "t2", "t3", "t4");
    assertThat(pages).isEqualTo(3);
  }

  @Test
  void aClientThatLeavesStopsListening() throws Exception {
    FakeReply reply =
        handle("subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true},");
    protocols.registry.put(FakeTool.echo("one", "a"));
    await().until(() -> reply.messages.size() == 2);

    reply.leave();

    assertThat(protocols.registry.subscriptions()).isZero();
    assertThat(protocols.modern.clients()).allMatch(c -> !c.listening());
    await()
        .untilAsserted(
            () -> {
              protocols.modernSessions.endIdle(Duration.ofMillis(1));
              assertThat(protocols.registry.openSessions()).isZero();
            });
  }

  @Test
  void endsListeningWithAnAnswer() throws Exception {
    FakeReply reply = handle("subscriptions/listen", "\"notifications\":{},");
    protocols.modern.finishListening();
    assertThat(reply.result().get("_meta").get("io.modelcontextprotocol/subscriptionId").asInt())
        .isEqualTo(1);
  }

  @Test
  void keepsASessionWhileItIsInUse() throws Exception {
    handle("subscriptions/listen", "\"notifications\":{\"toolsListChanged\":true},");
    protocols.modernSessions.endIdle(Duration.ofNanos(-1));
    assertThat(protocols.registry.openSessions()).isEqualTo(1);
  }

  @Test
  void refusesWrongParameters() throws Exception {
    assertThat(handle("subscriptions/listen", "").error().code())
        .isEqualTo(ErrorCode.INVALID_PARAMS);
    assertThat(
            handle("subscriptions/listen", "\"notifications\":{\"toolsListChanged\":1},")
                .error()
                .code())
        .isEqualTo(ErrorCode.INVALID_PARAMS);
    assertThat(handle("tools/list", "\"cursor\":{},").error().code())
        .isEqualTo(ErrorCode.INVALID_PARAMS);
    assertThat(handle("initialize", "").error().code()).isEqualTo(ErrorCode.METHOD_NOT_FOUND);
  }

  private FakeReply handle(String method, String params) {
    FakeReply reply = new FakeReply();
    protocols.modern.handle(
        Protocols.HOME, Protocols.request("1", method, "{" + params + META + "}"), reply);
    return reply;
  }
}
