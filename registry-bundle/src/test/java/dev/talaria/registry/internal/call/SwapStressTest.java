package dev.talaria.registry.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Subscription;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolChange;
import dev.talaria.api.ToolSession;
import dev.talaria.api.hook.Decision;
import dev.talaria.pipeline.ToolDocument;
import dev.talaria.registry.internal.Fixtures;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Callers at full speed, in every way there is to call, while their tool is replaced: each call is
 * answered once, and never by a version that had gone when it began.
 */
@Timeout(60)
class SwapStressTest {
  private static final int CALLERS = 6;
  private static final int SWAPS = 120;

  @TempDir Path home;

  /** One version of the tool, which fails if it is called once it was told to stop. */
  private static final class Version {
    private final int number;
    private final ProviderScope scope = Fixtures.scope(Bus.OWNER);
    private final AtomicBoolean stopped = new AtomicBoolean();
    private final List<Candidate> candidates = new ArrayList<>();

    private Version(int number, AtomicLong ids) {
      this.number = number;
      for (String name : List.of("one", "two")) {
        Tool<Map<String, Object>> tool =
            (a, c) -> {
              if (stopped.get()) {
                throw new IllegalStateException("called after its stop");
              }
              return number;
            };
        // One of the two works elsewhere and lets few in at once.
        boolean async = name.equals("two");
        Tool<Map<String, Object>> elsewhere =
            (a, c) ->
                CompletableFuture.supplyAsync(
                    () -> {
                      try {
                        return tool.call(a, c);
                      } catch (Exception e) {
                        throw new CompletionException(e);
                      }
                    });
        candidates.add(
            Fixtures.candidate(
                ids.getAndIncrement(),
                scope,
                "d" + number,
                0,
                limited(name, async ? 2 : 0),
                Fixtures.constant(async ? elsewhere : tool)));
      }
    }

    private static ToolDocument limited(String name, int limit) {
      ToolDocument plain = Fixtures.document(name, "tools", false);
      return new ToolDocument(
          name,
          plain.toolset(),
          plain.title(),
          plain.description(),
          plain.emoji(),
          plain.override(),
          plain.annotations(),
          plain.timeout(),
          plain.maxResultChars(),
          plain.requiresEnv(),
          plain.inputSchema(),
          plain.outputSchema(),
          new ToolDocument.Behaviour("", "", limit, false),
          plain.seeAlso());
    }
  }

  @Test
  void replacedBesideTheOldOne() throws Exception {
    run(
        (bus, old, next) -> {
          next.candidates.forEach(c -> bus.publisher.apply(new InputChange.Arrived(c)));
          bus.publisher.apply(new InputChange.Promoted(Bus.OWNER, "d" + next.number));
          drain(bus, old);
          old.stopped.set(true);
          old.candidates.forEach(c -> bus.publisher.apply(new InputChange.Left(c)));
        });
  }

  @Test
  void replacedInPlaceInsideABracket() throws Exception {
    run(
        (bus, old, next) -> {
          Subscription bracket = bus.publisher.bracket(Bus.OWNER);
          drain(bus, old);
          old.candidates.forEach(
              c -> {
                c.binding().detach();
                bus.publisher.apply(new InputChange.Left(c));
              });
          old.stopped.set(true);
          next.candidates.forEach(c -> bus.publisher.apply(new InputChange.Arrived(c)));
          bus.publisher.apply(new InputChange.Promoted(Bus.OWNER, "d" + next.number));
          bracket.close();
        });
  }

  private static void drain(Bus bus, Version version) {
    Set<Binding> bindings =
        Set.of(version.candidates.get(0).binding(), version.candidates.get(1).binding());
    assertThat(bus.engine.drain(bindings, version.scope, Duration.ofSeconds(10))).isZero();
  }

  /** How a caller calls. */
  private enum Way {
    ON_OTHER_THREADS,
    ON_ITS_OWN_THREAD,
    CANCELLING
  }

  private static CallResult cancelled(ToolSession session, ToolCall call) {
    CallHandle handle = session.start(call);
    if (ThreadLocalRandom.current().nextBoolean()) {
      Thread.yield();
    }
    handle.cancel("changed its mind");
    return handle.result().toCompletableFuture().join();
  }

  private interface Swap {
    void swap(Bus bus, Version old, Version next);
  }

  private void run(Swap swap) throws Exception {
    try (Bus bus = new Bus(home)) {
      AtomicInteger current = new AtomicInteger(1);
      Version standing = new Version(1, bus.ids);
      standing.candidates.forEach(c -> bus.publisher.apply(new InputChange.Arrived(c)));
      Queue<String> wrong = new ConcurrentLinkedQueue<>();
      Queue<ToolChange> heard = new ConcurrentLinkedQueue<>();
      ToolSession session = bus.session();
      Subscription listening = session.subscribe(heard::add);
      Map<String, Integer> decisions = new ConcurrentHashMap<>();
      HookBuilder hooks =
          new HookBuilder()
              .block(
                  call -> {
                    decisions.merge(call.callId(), 1, Integer::sum);
                    return Decision.PROCEED;
                  });
      bus.hooks = hooks.build();
      AtomicBoolean end = new AtomicBoolean();
      AtomicLong calls = new AtomicLong();
      List<Thread> callers = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        String name = i % 2 == 0 ? "one" : "two";
        Way way = Way.values()[i / 2 % Way.values().length];
        Thread caller =
            new Thread(
                () -> {
                  while (!end.get()) {
                    int atLeast = current.get();
                    if (way == Way.CANCELLING) {
                      calls.incrementAndGet();
                      CallResult cancelled = cancelled(session, ToolCall.of(name, ""));
                      if (cancelled.isFailure()
                          && !cancelled.failure().equals(Optional.of(Failure.CANCELLED))) {
                        wrong.add(way + " " + cancelled.text());
                      }
                    }
                    CallResult result =
                        session.call(
                            way == Way.ON_ITS_OWN_THREAD
                                ? ToolCall.of(name, Map.of()).runOnCallerThread()
                                : ToolCall.of(name, ""));
                    calls.incrementAndGet();
                    if (result.isFailure() || Integer.parseInt(result.text()) < atLeast) {
                      wrong.add(way + " " + atLeast + ": " + result.text());
                    }
                    if (session.view().tools().size() != 2) {
                      wrong.add("listed " + session.view().tools().size());
                    }
                  }
                },
                "caller-" + i);
        caller.start();
        callers.add(caller);
      }
      for (int i = 2; i <= SWAPS; i++) {
        Version next = new Version(i, bus.ids);
        swap.swap(bus, standing, next);
        standing = next;
        current.set(i);
        long before = calls.get();
        await().pollInterval(Duration.ofMillis(1)).until(() -> calls.get() >= before + CALLERS);
      }
      end.set(true);
      for (Thread caller : callers) {
        caller.join(20_000);
        assertThat(caller.isAlive()).isFalse();
      }
      listening.close();
      assertThat(wrong).isEmpty();
      assertThat(bus.calls).as("each call is answered once").hasSize((int) calls.get());
      assertThat(decisions.values()).as("each is decided about once").allMatch(n -> n == 1);
      await().until(() -> bus.engine.gates() == 0);
      for (Candidate candidate : standing.candidates) {
        await().until(() -> candidate.binding().inFlight() == 0);
        assertThat(candidate.binding().abandoned()).isZero();
      }
      assertThat(heard).hasSizeLessThanOrEqualTo(SWAPS);
      assertThat(heard).allSatisfy(c -> assertThat(c.removed()).isEmpty());
    }
  }
}
