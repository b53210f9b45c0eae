package dev.talaria.terminal.internal.output;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Reads a process's output on a thread of its own, which ends with the stream: when every process
 * that holds its other end is gone, or at {@link #close()}.
 */
public final class OutputPump {
  private final InputStream stream;
  private final Thread thread;

  /** Takes what was read. */
  @FunctionalInterface
  public interface Sink {
    /** Takes the first characters of a buffer that is used again. */
    void accept(char[] chars, int length);
  }

  /** Starts to read. */
  public OutputPump(String name, InputStream stream, Sink sink) {
    this.stream = stream;
    this.thread = new Thread(() -> pump(stream, sink), name);
    thread.setDaemon(true);
    thread.start();
  }

  private static void pump(InputStream stream, Sink sink) {
    char[] buffer = new char[8192];
    try (Reader reader = new InputStreamReader(stream, StandardCharsets.UTF_8)) {
      for (int read = reader.read(buffer); read >= 0; read = reader.read(buffer)) {
        sink.accept(buffer, read);
      }
    } catch (IOException e) {
      // The stream was closed under us because the process was ended: what came so far counts.
      return;
    }
  }

  /** Returns whether all was read, waiting so long for it. */
  public boolean awaitEnd(Duration most) throws InterruptedException {
    thread.join(Math.max(1, most.toMillis()));
    return !thread.isAlive();
  }

  /** Gives up on what is still to come. */
  public void close() {
    try {
      stream.close();
    } catch (IOException e) {
      // Closing is all that was wanted, and the thread ends either way.
      return;
    }
  }
}
