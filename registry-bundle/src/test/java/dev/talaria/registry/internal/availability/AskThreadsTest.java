package dev.talaria.registry.internal.availability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.registry.internal.availability.Asking.Outcome;
import dev.talaria.registry.internal.tool.OwnerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Foreign code that comes back late, or never. */
@Timeout(60)
class AskThreadsTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final Answer YES = Answer.good(Verdict.AVAILABLE);

  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
  private final AskThreads threads =
      new AskThreads((task, wait) -> timer.schedule(task, wait.toNanos(), TimeUnit.NANOSECONDS));
  private final CountDownLatch end = new CountDownLatch(1);

  @AfterEach
  void stop() {
    end.countDown();
    threads.close();
    timer.shutdownNow();
  }

  private static OwnerId owner(String name) {
    return OwnerId.plugin(name);
  }

  private CompletableFuture<Outcome> ask(
      Object lane, String owner, Duration patience, Callable<Answer> code) {
    CompletableFuture<Outcome> done = new CompletableFuture<>();
    threads.ask(lane, "probe-" + owner + "/x", owner(owner), code, patience, done::complete);
    return done;
  }

  /** Does not care for interruption. */
  private Answer hang() {
    boolean ended = false;
    while (!ended) {
      try {
        end.await();
        ended = true;
      } catch (InterruptedException e) {
        // It hangs on: that is the point.
        continue;
      }
    }
    return YES;
  }

  private static long living() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("talaria-probe-"))
        .count();
  }

  @Test
  void tellsWhatItReturnedOrThrew() {
    assertThat(ask("a", "one", LONG, () -> YES))
        .succeedsWithin(LONG)
        .isEqualTo(new Outcome.Returned(YES));
    Error error = new StackOverflowError();
    assertThat(
            ask(
                "b",
                "one",
                LONG,
                () -> {
                  throw error;
                }))
        .succeedsWithin(LONG)
        .isEqualTo(new Outcome.Threw(error));
    await().untilAsserted(() -> assertThat(living()).as("threads end").isZero());
  }

  @Test
  void whatIsLateIsInterruptedAndToldOnce() {
    Queue<Outcome> told = new ConcurrentLinkedQueue<>();
    CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
    threads.ask(
        "a",
        "probe-one/x",
        owner("one"),
        () -> {
          try {
            end.await();
          } catch (InterruptedException e) {
            interrupted.complete(true);
          }
          return YES;
        },
        Duration.ofMillis(50),
        told::add);
    assertThat(interrupted).succeedsWithin(LONG);
    await().untilAsserted(() -> assertThat(living()).isZero());
    assertThat(told).containsExactly(new Outcome.TooLate("took longer than 50 ms"));
  }

  @Test
  void oneThatHangsDelaysNobodyButItself() {
    CompletableFuture<Outcome> hanging = ask("a", "one", Duration.ofMillis(20), this::hang);
    assertThat(hanging).succeedsWithin(LONG);
    AtomicInteger entered = new AtomicInteger();
    CompletableFuture<Outcome> again =
        ask(
            "a",
            "one",
            Duration.ofMillis(20),
            () -> {
              entered.incrementAndGet();
              return YES;
            });
    assertThat(ask("b", "one", LONG, () -> YES)).succeedsWithin(LONG);
    assertThat(again)
        .succeedsWithin(LONG)
        .isEqualTo(
            new Outcome.TooLate("has not returned from an earlier attempt, though interrupted"));
    assertThat(entered).as("the lane was never entered by a second thread").hasValue(0);
    await().until(() -> living() == 1);
  }

  @Test
  void thoseOfOneOwnerThatHangAreBoundedAndOthersGoOn() {
    for (int i = 0; i < AskThreads.MAX_STUCK_OF_ONE; i++) {
      assertThat(ask(i, "one", Duration.ofMillis(10), this::hang)).succeedsWithin(LONG);
    }
    assertThat(ask("more", "one", LONG, () -> YES))
        .succeedsWithin(LONG)
        .satisfies(
            outcome ->
                assertThat(((Outcome.TooLate) outcome).why())
                    .contains("4 probes and overlays of one hang", "talaria bundles restart one"));
    assertThat(ask("other", "two", LONG, () -> YES)).succeedsWithin(LONG);
    await().until(() -> living() == AskThreads.MAX_STUCK_OF_ONE);
    end.countDown();
    await().until(() -> living() == 0);
    assertThat(ask("more", "one", LONG, () -> YES))
        .succeedsWithin(LONG)
        .isEqualTo(new Outcome.Returned(YES));
  }

  @Test
  void noMoreThanSoManyRunAndAllAreReached() {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<CompletableFuture<Outcome>> all = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      all.add(
          ask(
              i,
              "owner" + i,
              LONG,
              () -> {
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                end.await(1, TimeUnit.MILLISECONDS);
                now.decrementAndGet();
                return YES;
              }));
    }
    assertThat(CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))).succeedsWithin(LONG);
    assertThat(all).allMatch(one -> one.join() instanceof Outcome.Returned);
    assertThat(most.get()).isBetween(1, AskThreads.MAX_ACTIVE);
  }

  @Test
  void thoseOfOneLaneRunOneAfterTheOther() {
    AtomicInteger now = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<CompletableFuture<Outcome>> all = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      all.add(
          ask(
              "lane",
              "one",
              LONG,
              () -> {
                most.accumulateAndGet(now.incrementAndGet(), Math::max);
                Thread.yield();
                now.decrementAndGet();
                return YES;
              }));
    }
    assertThat(CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))).succeedsWithin(LONG);
    assertThat(most).hasValue(1);
  }

  @Test
  void nothingIsToldOfWhatIsAbandonedAndClosingDoesNotWait() throws Exception {
    Queue<Outcome> told = new ConcurrentLinkedQueue<>();
    CountDownLatch in = new CountDownLatch(1);
    Asking.Attempt attempt =
        threads.ask(
            "a",
            "probe-one/x",
            owner("one"),
            () -> {
              in.countDown();
              return hang();
            },
            LONG,
            told::add);
    assertThat(in.await(20, TimeUnit.SECONDS)).isTrue();
    attempt.abandon();
    threads.close();
    end.countDown();
    await().until(() -> living() == 0);
    assertThat(told).isEmpty();
  }
}
