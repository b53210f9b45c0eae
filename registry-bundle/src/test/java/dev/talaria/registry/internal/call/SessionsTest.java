package dev.talaria.registry.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.PrincipalFilter;
import dev.talaria.admin.SessionSpec;
import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolChange;
import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolInfo;
import dev.talaria.api.ToolSession;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Children of sessions, and what binds principals. */
class SessionsTest {
  private static final ToolFilter NO_TOOLS = ToolFilter.ALL.without(Set.of("tools"));

  @TempDir Path home;
  private Bus bus;

  @BeforeEach
  void start() {
    bus = new Bus(home);
    bus.add("echo", (arguments, context) -> "ok");
  }

  @AfterEach
  void stop() {
    bus.close();
  }

  private ToolSession session(String principal, ToolFilter filter) {
    return bus.sessions.open(SessionSpec.of(principal, "", filter, List.of()));
  }

  private static List<String> listed(ToolSession session) {
    return session.view().tools().stream().map(ToolInfo::name).toList();
  }

  /** Says what it was told to. */
  private static final class Said implements PrincipalFilter {
    final Map<String, ToolFilter> filters = new ConcurrentHashMap<>();
    final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    void say(String principal, ToolFilter filter) {
      filters.put(principal, filter);
      listeners.forEach(Runnable::run);
    }

    @Override
    public ToolFilter filterOf(String principal) {
      return filters.getOrDefault(principal, ToolFilter.ALL);
    }

    @Override
    public Subscription onChange(Runnable action) {
      listeners.add(action);
      return () -> listeners.remove(action);
    }
  }

  @Test
  void aChildHasItsOwnStateAndEndsWithItsParent() throws Exception {
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch closed = new CountDownLatch(1);
    bus.add(
        "keep",
        (arguments, context) -> {
          context.sessionState(AtomicReference.class, AtomicReference::new);
          context.sessionState(AutoCloseable.class, () -> (AutoCloseable) closed::countDown);
          inside.countDown();
          new CountDownLatch(1).await();
          return "never";
        });
    ToolSession parent = session("p", ToolFilter.ALL);
    ToolSession child = parent.child(ToolFilter.ALL);
    assertThat(child.id()).isNotEqualTo(parent.id());
    assertThat(child.principal()).isEqualTo("p");
    CallHandle call = child.start(ToolCall.of("keep", "{}"));
    assertThat(inside.await(10, TimeUnit.SECONDS)).isTrue();

    parent.close();

    assertThat(call.result().toCompletableFuture().get(10, TimeUnit.SECONDS).failure())
        .contains(Failure.CANCELLED);
    assertThat(closed.await(10, TimeUnit.SECONDS)).isTrue();
    assertThat(child.call(ToolCall.of("echo", "{}")).failure()).contains(Failure.CANCELLED);
    assertThat(parent.child(ToolFilter.ALL).call(ToolCall.of("echo", "{}")).failure())
        .contains(Failure.CANCELLED);
  }

  @Test
  void theNumberAndDepthOfChildrenHaveBounds() {
    ToolSession parent = session("p", ToolFilter.ALL);
    ToolSession child = null;
    for (int i = 0; i < 64; i++) {
      child = parent.child(ToolFilter.ALL);
    }
    assertThatThrownBy(() -> parent.child(ToolFilter.ALL))
        .isInstanceOf(IllegalStateException.class);
    child.close();
    ToolSession deepest = parent.child(ToolFilter.ALL);
    for (int depth = 2; depth <= 8; depth++) {
      deepest = deepest.child(ToolFilter.ALL);
    }
    ToolSession last = deepest;
    assertThatThrownBy(() -> last.child(ToolFilter.ALL)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aPrincipalIsBoundFromTheFirstMomentAndLive() {
    Said said = new Said();
    said.say("bound", NO_TOOLS);
    bus.principals.add(said);
    ToolSession bound = session("bound", ToolFilter.ALL);
    ToolSession child = bound.child(ToolFilter.ALL);
    ToolSession free = session("free", ToolFilter.ALL);

    assertThat(listed(bound)).isEmpty();
    assertThat(listed(child)).isEmpty();
    assertThat(listed(free)).containsExactly("echo");
    assertThat(bound.call(ToolCall.of("echo", "{}")).failure()).contains(Failure.UNKNOWN_TOOL);

    List<ToolChange> heard = new CopyOnWriteArrayList<>();
    List<ToolChange> heardByFree = new CopyOnWriteArrayList<>();
    bound.subscribe(heard::add);
    free.subscribe(heardByFree::add);
    long epoch = bound.view().epoch();
    said.say("bound", ToolFilter.ALL);

    assertThat(listed(bound)).containsExactly("echo");
    assertThat(bound.view().epoch()).isGreaterThan(epoch);
    await().until(() -> heard.size() == 1);
    assertThat(heard.get(0).added()).containsExactly("echo");
    assertThat(heardByFree).isEmpty();
  }

  @Test
  void allFiltersHaveToAgreeAndOneThatThrowsCloses() {
    Said one = new Said();
    Subscription first = bus.principals.add(one);
    ToolSession session = session("p", ToolFilter.ALL);
    assertThat(listed(session)).containsExactly("echo");

    Subscription second =
        bus.principals.add(
            new PrincipalFilter() {
              @Override
              public ToolFilter filterOf(String principal) {
                throw new IllegalStateException("broken on purpose");
              }

              @Override
              public Subscription onChange(Runnable action) {
                return () -> {};
              }
            });
    assertThat(listed(session)).isEmpty();

    second.close();
    assertThat(listed(session)).containsExactly("echo");
    one.say("p", ToolFilter.only(Set.of("elsewhere")));
    assertThat(listed(session)).isEmpty();
    first.close();
    assertThat(listed(session)).containsExactly("echo");
  }

  @Test
  void nothingIsKeptOfPrincipalsThatHaveGone() {
    Said said = new Said();
    said.say("p", NO_TOOLS);
    bus.principals.add(said);
    ToolSession one = session("p", ToolFilter.ALL);
    ToolSession two = session("p", ToolFilter.ALL);
    assertThat(bus.publisher.table().catalog().principals()).containsKey("p");
    one.close();
    assertThat(listed(two)).isEmpty();
    two.close();
    assertThat(bus.publisher.table().catalog().principals()).isEmpty();
  }

  @Test
  void whoeverIsBoundIsNeverSeenUnboundWhileSessionsComeAndGo() throws Exception {
    Said said = new Said();
    said.say("p", NO_TOOLS);
    bus.principals.add(said);
    AtomicReference<String> seen = new AtomicReference<>();
    Runnable opener =
        () -> {
          for (int i = 0; i < 500; i++) {
            try (ToolSession session = session("p", ToolFilter.ALL)) {
              if (!listed(session).isEmpty()) {
                seen.set("round " + i);
              }
            }
          }
        };
    List<Thread> threads = List.of(new Thread(opener), new Thread(opener), new Thread(opener));
    threads.forEach(Thread::start);
    for (int i = 0; i < 200; i++) {
      said.say("p", i % 2 == 0 ? ToolFilter.only(Set.of("elsewhere")) : NO_TOOLS);
    }
    for (Thread thread : threads) {
      thread.join(30_000);
      assertThat(thread.isAlive()).isFalse();
    }
    assertThat(seen).hasValue(null);
  }
}
