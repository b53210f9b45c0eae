package dev.talaria.benchmarks.runner.load;

import dev.talaria.benchmarks.runner.errors.BenchmarkException;
import dev.talaria.benchmarks.runner.statistics.Samples;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.StandardSocketOptions;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A closed loop: each connection sends its next call when the last one is answered. It works on the
 * thread that calls it, all connections on one selector, since a client with a thread for each
 * would itself be what is measured.
 */
public final class ClosedLoop {
  private static final long IDS_PER_CONNECTION = 1_000_000;

  private final CallRequest call;
  private final int connections;
  private final Duration patience;
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();

  /**
   * Prepares a load.
   *
   * @param connections at most 89, which is how many ranges of ids there are
   * @param patience how long the server may be silent
   */
  public ClosedLoop(CallRequest call, int connections, Duration patience) {
    this.call = call;
    this.connections = connections;
    this.patience = patience;
  }

  /**
   * Calls for this long, then waits for what is under way.
   *
   * @throws BenchmarkException when an answer is wrong or the server stays silent
   */
  public LoadResult run(Duration duration) throws BenchmarkException {
    List<SocketChannel> open = new ArrayList<>();
    try (Selector selector = Selector.open()) {
      try {
        return run(selector, connect(selector, open), duration);
      } finally {
        for (SocketChannel channel : open) {
          channel.close();
        }
      }
    } catch (IOException e) {
      throw new BenchmarkException(
          "The connections to " + call.post().server() + " broke: " + e.getMessage(), e);
    }
  }

  private List<Connection> connect(Selector selector, List<SocketChannel> open) throws IOException {
    List<Connection> all = new ArrayList<>();
    for (int i = 0; i < connections; i++) {
      SocketChannel channel = SocketChannel.open();
      open.add(channel);
      channel.socket().connect(call.post().server(), (int) patience.toMillis());
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      channel.configureBlocking(false);
      SelectionKey key = channel.register(selector, SelectionKey.OP_READ);
      long firstId = Long.parseLong(CallRequest.ID) + i * IDS_PER_CONNECTION;
      Connection connection = new Connection(channel, key, call, firstId);
      key.attach(connection);
      all.add(connection);
    }
    return all;
  }

  private LoadResult run(Selector selector, List<Connection> all, Duration duration)
      throws IOException, BenchmarkException {
    Samples latencies = new Samples();
    long cpu = threads.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    long end = start + duration.toNanos();
    for (Connection connection : all) {
      connection.send();
    }
    int busy = all.size();
    while (busy > 0) {
      if (selector.select(patience.toMillis()) == 0) {
        throw new BenchmarkException("No call was answered for " + patience.toSeconds() + " s.");
      }
      boolean goOn = System.nanoTime() < end;
      for (SelectionKey key : selector.selectedKeys()) {
        if (hasEnded(key, goOn, latencies)) {
          busy--;
        }
      }
      selector.selectedKeys().clear();
    }
    return new LoadResult(
        latencies, System.nanoTime() - start, threads.getCurrentThreadCpuTime() - cpu);
  }

  /** Serves a connection; returns whether it made its last call. */
  private static boolean hasEnded(SelectionKey key, boolean goOn, Samples latencies)
      throws IOException, BenchmarkException {
    Connection connection = (Connection) key.attachment();
    if (key.isWritable()) {
      connection.write();
    }
    long took = key.isReadable() ? connection.read() : -1;
    if (took < 0) {
      return false;
    }
    latencies.add(took);
    if (goOn) {
      connection.send();
    }
    return !goOn;
  }
}
