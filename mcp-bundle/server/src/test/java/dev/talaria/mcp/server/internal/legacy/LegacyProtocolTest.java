package dev.talaria.mcp.server.internal.legacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.mcp.server.internal.legacy.LegacyProtocol.Opening;
import dev.talaria.mcp.server.internal.protocol.Caller;
import dev.talaria.mcp.server.internal.protocol.MessageSink;
import dev.talaria.mcp.server.testing.FakeReply;
import dev.talaria.mcp.server.testing.FakeTool;
import dev.talaria.mcp.server.testing.Protocols;
import dev.talaria.mcp.wire.jsonrpc.ErrorCode;
import dev.talaria.mcp.wire.jsonrpc.Message.Notification;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LegacyProtocolTest {
  private final Protocols protocols = new Protocols();

  @AfterEach
  void close() {
    protocols.close();
  }

  @Test
  void listsWhatTheSessionSees() throws Exception {
    protocols.registry.put(FakeTool.echo("one", "a"), FakeTool.echo("two", "b"));
    LegacySession narrow = open(Protocols.NARROW);

    FakeReply reply = new FakeReply();
    protocols.legacy.handle(narrow, Protocols.request("1", "tools/list", "{}"), reply);

    assertThat(reply.result().get("tools").size()).isEqualTo(1);
    assertThat(reply.result().get("tools").get(0).get("name").asString()).isEqualTo("two");
    FakeReply hidden = new FakeReply();
    protocols.legacy.handle(
        narrow, Protocols.request("2", "tools/call", "{\"name\":\"one\"}"), hidden);
    assertThat(hidden.error().code()).isEqualTo(ErrorCode.INVALID_PARAMS);
  }

  @Test
  void sendsAChangeToTheNewestStreamOnly() throws Exception {
    LegacySession session = open(Protocols.HOME);
    Sink older = new Sink();
    Sink newer = new Sink();
    protocols.legacy.listen(session, older);
    protocols.legacy.listen(session, newer);

    protocols.registry.put(FakeTool.echo("one", "a"));
    protocols.registry.put(FakeTool.echo("two", "a"));

    await().until(() -> newer.messages.size() == 1);
    assertThat(older.messages).isEmpty();
    newer.close();
    protocols.registry.remove("one");
    await().until(() -> older.messages.size() == 1);
    assertThat(newer.messages).hasSize(1);
  }

  @Test
  void listingMakesUpForAMissedChange() throws Exception {
    LegacySession session = open(Protocols.HOME);
    protocols.registry.put(FakeTool.echo("one", "a"));
    LegacySession witness = open(Protocols.HOME);
    Sink after = new Sink();
    protocols.legacy.listen(witness, after);
    protocols.registry.put(FakeTool.echo("two", "a"));
    // The witness has heard, so the session has missed it by now.
    await().until(() -> after.messages.size() == 1);
    protocols.legacy.handle(session, Protocols.request("1", "tools/list", "{}"), new FakeReply());

    Sink late = new Sink();
    protocols.legacy.listen(session, late);

    assertThat(late.messages).isEmpty();
  }

  @Test
  void surplusStreamsAreClosed() {
    LegacySession session = open(Protocols.HOME);
    List<Sink> sinks = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      sinks.add(new Sink());
      protocols.legacy.listen(session, sinks.get(i));
    }
    assertThat(sinks).filteredOn(s -> s.closed).containsExactly(sinks.get(0), sinks.get(1));
  }

  @Test
  void cancellationReachesTheTool() throws Exception {
    CountDownLatch stopped = new CountDownLatch(1);
    protocols.registry.put(
        new FakeTool(
            "waits",
            "a",
            (call, cancelled) -> {
              cancelled.await(10, TimeUnit.SECONDS);
              stopped.countDown();
              throw new IllegalStateException("cancelled");
            }));
    LegacySession session = open(Protocols.HOME);
    FakeReply reply = new FakeReply();
    protocols.legacy.handle(
        session, Protocols.request("\"c\"", "tools/call", "{\"name\":\"waits\"}"), reply);

    protocols.legacy.notified(
        session,
        new Notification("notifications/cancelled", Protocols.params("{\"requestId\":\"c\"}")));

    assertThat(reply.answer.get(5, TimeUnit.SECONDS)).isEqualTo("withdrawn");
    assertThat(stopped.await(5, TimeUnit.SECONDS)).isTrue();
    assertThat(session.calls()).isEmpty();
  }

  @Test
  void limitsHoldUnderARace() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Opening>> openings = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        Caller caller = Protocols.caller("p" + i % 4, Set.of());
        openings.add(threads.submit(() -> initialize(caller)));
      }
      int open = 0;
      for (Future<Opening> opening : openings) {
        open += opening.get(10, TimeUnit.SECONDS) instanceof Opening.Opened ? 1 : 0;
      }
      assertThat(open).isEqualTo(5);
      assertThat(protocols.registry.openSessions()).isEqualTo(5);
    } finally {
      threads.shutdownNow();
    }
    protocols.legacySessions.close();
    assertThat(protocols.registry.openSessions()).isZero();
    assertThat(initialize(Protocols.HOME)).isInstanceOf(Opening.Refused.class);
  }

  @Test
  void aClientHasALimitOfItsOwn() {
    for (int i = 0; i < 3; i++) {
      open(Protocols.HOME);
    }
    assertThat(initialize(Protocols.HOME))
        .isInstanceOfSatisfying(Opening.Refused.class, r -> assertThat(r.status()).isEqualTo(429));
    open(Protocols.NARROW);
    protocols.legacySessions.endIdle();
    await()
        .untilAsserted(
            () -> {
              protocols.legacySessions.endIdle();
              assertThat(protocols.legacy.clients()).isEmpty();
            });
    open(Protocols.HOME);
  }

  private Opening initialize(Caller caller) {
    return protocols.legacy.initialize(
        caller, Protocols.params("{\"protocolVersion\":\"2025-11-25\"}"));
  }

  private LegacySession open(Caller caller) {
    return ((Opening.Opened) initialize(caller)).session();
  }

  private static final class Sink implements MessageSink {
    final List<String> messages = new CopyOnWriteArrayList<>();
    final List<Runnable> actions = new CopyOnWriteArrayList<>();
    volatile boolean closed;

    @Override
    public void notify(String key, byte[] message) {
      messages.add(new String(message));
    }

    @Override
    public void close() {
      closed = true;
      actions.forEach(Runnable::run);
    }

    @Override
    public void onClosed(Runnable action) {
      actions.add(action);
    }
  }
}
