package dev.talaria.mcp.server.internal.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.mcp.server.internal.settings.ServerSettings;
import dev.talaria.mcp.server.internal.transport.HttpExchange;
import dev.talaria.mcp.server.testing.FakeExchange;
import dev.talaria.mcp.wire.jsonrpc.ErrorCode;
import dev.talaria.mcp.wire.jsonrpc.JsonRpcError;
import dev.talaria.mcp.wire.jsonrpc.RequestId;
import dev.talaria.mcp.wire.protocol.Era;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class HttpReplyTest {
  private static final byte[] RESULT = "{\"r\":1}".getBytes(StandardCharsets.UTF_8);
  private static final byte[] NOTE = "{\"n\":1}".getBytes(StandardCharsets.UTF_8);

  @Test
  void answersPlainlyWhenNothingCameBefore() {
    FakeExchange exchange = new FakeExchange();
    HttpReply reply = reply(exchange, Era.MODERN);
    reply.result(RESULT);
    reply.result(RESULT);
    reply.notify("k", NOTE);
    assertThat(exchange.said)
        .containsExactly("200 {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"r\":1}}");
  }

  @Test
  void becomesAStreamForWhatComesBeforeTheAnswerOrWhenItTakesLong() {
    FakeExchange noted = new FakeExchange();
    HttpReply first = reply(noted, Era.LEGACY);
    first.notify("k", NOTE);
    first.result(RESULT);
    assertThat(noted.said).hasSize(3);
    assertThat(noted.said.get(0)).isEqualTo("stream");
    assertThat(noted.said.get(2)).startsWith("end event: message\ndata: {\"jsonrpc\"");

    FakeExchange slow = new FakeExchange();
    HttpReply second = reply(slow, Era.LEGACY);
    second.tick(System.nanoTime());
    assertThat(slow.said).isEmpty();
    second.tick(System.nanoTime() + Duration.ofSeconds(5).toNanos());
    second.withdraw();
    assertThat(slow.said).containsExactly("stream", "end ");
  }

  @Test
  void statusesFollowTheEra() {
    FakeExchange modern = new FakeExchange();
    reply(modern, Era.MODERN).error(JsonRpcError.of(ErrorCode.METHOD_NOT_FOUND, "m"));
    assertThat(modern.said.get(0)).startsWith("404 ");
    FakeExchange legacy = new FakeExchange();
    reply(legacy, Era.LEGACY).error(JsonRpcError.of(ErrorCode.METHOD_NOT_FOUND, "m"));
    assertThat(legacy.said.get(0)).startsWith("200 ");
  }

  @Test
  void aPeerThatGoesCancelsOnceAndOnlyBeforeTheAnswer() {
    FakeExchange exchange = new FakeExchange();
    AtomicInteger cancelled = new AtomicInteger();
    HttpReply reply = reply(exchange, Era.MODERN);
    reply.notify("k", NOTE);
    reply.onGone(cancelled::incrementAndGet);
    exchange.closeActions.forEach(Runnable::run);
    exchange.closeActions.forEach(Runnable::run);
    reply.onGone(cancelled::incrementAndGet);
    assertThat(cancelled).hasValue(2);

    FakeExchange answered = new FakeExchange();
    HttpReply other = reply(answered, Era.MODERN);
    other.notify("k", NOTE);
    other.onGone(cancelled::incrementAndGet);
    other.result(RESULT);
    answered.closeActions.forEach(Runnable::run);
    assertThat(cancelled).hasValue(2);
  }

  @Test
  void hasOneLastWordUnderARace() throws Exception {
    for (int round = 0; round < 500; round++) {
      FakeExchange exchange = new FakeExchange();
      HttpReply reply = reply(exchange, Era.MODERN);
      CyclicBarrier together = new CyclicBarrier(3);
      List<Thread> threads =
          List.of(
              race(together, () -> reply.result(RESULT)),
              race(together, () -> reply.notify("k", NOTE)),
              race(together, () -> reply.tick(System.nanoTime() + 10_000_000_000L)));
      for (Thread thread : threads) {
        thread.join(10_000);
      }
      assertThat(exchange.said.stream().filter(s -> s.startsWith("200") || s.startsWith("end")))
          .hasSize(1);
      assertThat(exchange.said.stream().filter("stream"::equals).count()).isLessThanOrEqualTo(1);
    }
  }

  private static Thread race(CyclicBarrier together, Runnable work) {
    Thread thread =
        new Thread(
            () -> {
              try {
                together.await(10, TimeUnit.SECONDS);
              } catch (Exception e) {
                throw new IllegalStateException(e);
              }
              work.run();
            });
    thread.start();
    return thread;
  }

  private static HttpReply reply(HttpExchange exchange, Era era) {
    Duration second = Duration.ofSeconds(1);
    ServerSettings settings =
        new ServerSettings("/mcp", 10, second, 1 << 20, 10, 10, second, second, second);
    return new HttpReply(exchange, new RequestId.Number(1), era, new Ticker(), settings, second);
  }
}
