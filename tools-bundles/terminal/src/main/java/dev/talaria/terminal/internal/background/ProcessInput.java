package dev.talaria.terminal.internal.background;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Writes to a process. A process that does not read blocks the writer, so the writing is done by
 * one thread with a short queue, which ends when idle or at {@link #end()}, and callers wait for a
 * bounded time. Thread-safe.
 */
public final class ProcessInput {
  private static final int QUEUE = 16;

  private final OutputStream stream;
  private final ThreadPoolExecutor writer;

  /** How a write went. */
  public enum Outcome {
    /** The process has it. */
    WRITTEN,
    /** The process does not read; it will get it when it does. */
    WAITING,
    /** The process does not read and too much waits already; it will not get it. */
    FULL,
    /** The process has ended or its input was closed. */
    CLOSED
  }

  ProcessInput(String name, OutputStream stream) {
    this.stream = stream;
    this.writer =
        new ThreadPoolExecutor(
            1,
            1,
            5,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(QUEUE),
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    writer.allowCoreThreadTimeOut(true);
  }

  /** Writes and waits so long for it to be taken. */
  public Outcome write(byte[] data, Duration most) throws InterruptedException {
    return run(
        () -> {
          stream.write(data);
          stream.flush();
        },
        most);
  }

  /** Tells the process that nothing more comes. */
  public Outcome close(Duration most) throws InterruptedException {
    return run(stream::close, most);
  }

  /** Ends the writing thread; what waits is dropped. */
  void end() {
    writer.shutdownNow();
  }

  private interface Action {
    void run() throws IOException;
  }

  private Outcome run(Action action, Duration most) throws InterruptedException {
    Future<?> done;
    try {
      done =
          writer.submit(
              () -> {
                action.run();
                return null;
              });
    } catch (RejectedExecutionException e) {
      return writer.isShutdown() ? Outcome.CLOSED : Outcome.FULL;
    }
    try {
      done.get(most.toMillis(), TimeUnit.MILLISECONDS);
      return Outcome.WRITTEN;
    } catch (TimeoutException e) {
      return Outcome.WAITING;
    } catch (ExecutionException e) {
      // A broken pipe: the process no longer reads.
      return Outcome.CLOSED;
    }
  }
}
