package dev.talaria.registry.internal.call;

import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of calls, all named and all ending with {@link #close}.
 *
 * <p>{@code talaria-call-N} run tools: virtual threads from Java 21 on, else at most {@value
 * #MAX_THREADS}. Calls that tools make run on {@code talaria-nested-N}, so that tools waiting for
 * tools cannot use up the threads those need; if all of these are busy such a call runs on the
 * thread of its caller. {@code talaria-answer-N} hand out answers of calls whose tool is still
 * busy, and {@code talaria-registry-timer} only looks at the clock: it never runs foreign code.
 */
public final class CallThreads implements AutoCloseable {
  static final int MAX_THREADS = 256;
  private static final int MAX_WAITING = 4096;
  private static final int ANSWER_THREADS = 4;
  private static final Duration IDLE = Duration.ofSeconds(30);
  private static final Duration END_TIMEOUT = Duration.ofSeconds(2);

  private final Semaphore room = new Semaphore(MAX_THREADS + MAX_WAITING);
  private final ExecutorService calls;
  private final ExecutorService nested;
  private final ThreadPoolExecutor answers;
  private final ScheduledThreadPoolExecutor timer;

  public CallThreads() {
    if (Runtime.version().feature() >= 21) {
      calls = virtual("talaria-call-");
      nested = virtual("talaria-nested-");
    } else {
      calls =
          pool(MAX_THREADS, MAX_THREADS, new LinkedBlockingQueue<>(MAX_WAITING), "talaria-call-");
      nested = pool(0, MAX_THREADS, new SynchronousQueue<>(), "talaria-nested-");
    }
    // One entry for each call at most, and none of them may be lost.
    answers =
        pool(
            ANSWER_THREADS,
            ANSWER_THREADS,
            new LinkedBlockingQueue<>(2 * (MAX_THREADS + MAX_WAITING)),
            "talaria-answer-");
    answers.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
    timer = new ScheduledThreadPoolExecutor(1, named("talaria-registry-timer"));
    timer.setRemoveOnCancelPolicy(true);
    timer.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  private static ThreadPoolExecutor pool(
      int core, int max, BlockingQueue<Runnable> queue, String prefix) {
    AtomicInteger count = new AtomicInteger();
    ThreadFactory threads = task -> named(prefix + count.incrementAndGet()).newThread(task);
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(core, max, IDLE.toMillis(), TimeUnit.MILLISECONDS, queue, threads);
    if (core > 0) {
      pool.allowCoreThreadTimeOut(true);
    }
    return pool;
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

  /**
   * Runs a caller's call.
   *
   * @return false if too many calls are under way
   */
  boolean submit(Runnable call) {
    if (!room.tryAcquire()) {
      return false;
    }
    try {
      calls.execute(
          () -> {
            try {
              call.run();
            } finally {
              room.release();
            }
          });
      return true;
    } catch (RejectedExecutionException e) {
      room.release();
      return false;
    }
  }

  /** Runs a call that a tool makes; on this thread if no other is free. */
  void submitNested(Runnable call) {
    try {
      nested.execute(call);
    } catch (RejectedExecutionException e) {
      call.run();
    }
  }

  /** Returns the executor for handing out answers and for closing what others left behind. */
  public Executor answers() {
    return answers;
  }

  /** Runs an action later, on the timer's thread; it must be short and our own. */
  public ScheduledFuture<?> later(Runnable action, Duration delay) {
    return timer.schedule(action, Math.max(0, delay.toNanos()), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    timer.shutdownNow();
    calls.shutdownNow();
    nested.shutdownNow();
    answers.shutdown();
    try {
      answers.awaitTermination(END_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    answers.shutdownNow();
  }
}
