package dev.talaria.registry.internal.call;

import dev.talaria.registry.internal.share.Bounds;
import dev.talaria.registry.internal.share.Party;
import dev.talaria.registry.internal.share.Seat;
import dev.talaria.registry.internal.share.Shares;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of calls, all named and all ending with {@link #close}. Foreign code runs on three
 * kinds, each shared out so that no owner can take them all:
 *
 * <p>{@code talaria-call-N} run tools. Calls that tools make run on {@code talaria-nested-N}, so
 * that tools waiting for tools cannot use up the threads those need; if none is free such a call
 * runs on the thread of its caller. {@code talaria-answer-N} hand out answers of calls whose tool
 * is still busy, and run what owners want done beside and after calls. The first two are virtual
 * threads from Java 21 on, as long as these get their turn ({@link CarrierWatch}). {@code
 * talaria-registry-timer} only looks at the clock: it never runs foreign code.
 */
public final class CallThreads implements AutoCloseable {
  /** Threads of the platform that run tools at once. */
  static final int MAX_THREADS = 256;

  /** The same of virtual ones, which cost little more than the call itself. */
  static final int MAX_VIRTUAL = 4096;

  private static final int MAX_WAITING = 4096;
  private static final int ANSWER_THREADS = 64;
  private static final Party OWN = new Party("registry", true);
  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final Duration END_TIMEOUT = Duration.ofSeconds(2);

  private final List<ExecutorService> threads = new ArrayList<>();
  private final ExecutorService answerThreads;
  private final ScheduledThreadPoolExecutor timer;
  private final Shares calls;
  private final Shares nested;
  private final Shares answers;

  public CallThreads() {
    boolean virtual = Runtime.version().feature() >= 21;
    timer = new ScheduledThreadPoolExecutor(1, named("talaria-registry-timer"));
    timer.setRemoveOnCancelPolicy(true);
    timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    int most = virtual ? MAX_VIRTUAL : MAX_THREADS;
    Bounds bounds = new Bounds(most, most / 8, MAX_WAITING, most);
    calls = new Shares(bounds, executor("talaria-call-", virtual));
    nested = new Shares(bounds, executor("talaria-nested-", virtual));
    answerThreads = elastic("talaria-answer-");
    // What waits here has a bound already: once for each call that was ended, each value kept.
    answers =
        new Shares(
            new Bounds(ANSWER_THREADS, ANSWER_THREADS / 4, Integer.MAX_VALUE, MAX_THREADS),
            answerThreads);
  }

  private Executor executor(String prefix, boolean virtual) {
    ExecutorService platform = elastic(prefix);
    threads.add(platform);
    if (!virtual) {
      return platform;
    }
    ExecutorService light = virtual(prefix);
    threads.add(light);
    return new CarrierWatch(light, platform, this::later);
  }

  /** As many as are asked for at a time: those who ask have their shares of a bounded number. */
  private static ExecutorService elastic(String prefix) {
    AtomicInteger count = new AtomicInteger();
    return new ThreadPoolExecutor(
        0,
        Integer.MAX_VALUE,
        IDLE.toMillis(),
        TimeUnit.MILLISECONDS,
        new SynchronousQueue<>(),
        task -> named(prefix + count.incrementAndGet()).newThread(task));
  }

  private static ThreadFactory named(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      // Not the loader of whichever bundle's thread made the first call.
      thread.setContextClassLoader(CallThreads.class.getClassLoader());
      return thread;
    };
  }

  /** Made by reflection, since the runtime is compiled for Java 17. */
  private static ExecutorService virtual(String prefix) {
    try {
      Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
      Class<?> type = Class.forName("java.lang.Thread$Builder");
      builder = type.getMethod("name", String.class, long.class).invoke(builder, prefix, 1L);
      ThreadFactory factory = (ThreadFactory) type.getMethod("factory").invoke(builder);
      return (ExecutorService)
          Executors.class
              .getMethod("newThreadPerTaskExecutor", ThreadFactory.class)
              .invoke(null, factory);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("This Java has no virtual threads as Java 21 has them", e);
    }
  }

  /** Returns the shares of threads that run the calls of sessions. */
  Shares calls() {
    return calls;
  }

  /** Runs a call that a tool makes; on this thread if no other is free. */
  void submitNested(Seat seat, Runnable call) {
    if (!nested.takeNow(seat)) {
      call.run();
    }
  }

  /** Returns the shares of threads that run calls that tools make. */
  Shares nested() {
    return nested;
  }

  /** Returns the shares of threads that run what is done beside calls. */
  Shares answers() {
    return answers;
  }

  /** Returns the executor for what the runtime itself does that may take its time. */
  public Executor own() {
    return action -> answers.take(answers.seat(OWN, action, action));
  }

  /** Runs an action later, on the timer's thread; it must be short and our own. */
  public ScheduledFuture<?> later(Runnable action, Duration delay) {
    return timer.schedule(action, Math.max(0, delay.toNanos()), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    timer.shutdownNow();
    threads.forEach(ExecutorService::shutdownNow);
    answerThreads.shutdown();
    try {
      answerThreads.awaitTermination(END_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    answerThreads.shutdownNow();
  }
}
