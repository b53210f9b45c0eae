package dev.talaria.mcp.server.internal.runtime;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Threads of the server: one each, named, ended with it. */
final class ServerThreads {
  private static final Logger LOG = LoggerFactory.getLogger(ServerThreads.class);
  private static final long STOP_SECONDS = 5;

  private ServerThreads() {}

  static ScheduledExecutorService start(String name) {
    ScheduledThreadPoolExecutor executor =
        new ScheduledThreadPoolExecutor(
            1,
            work -> {
              Thread thread = new Thread(work, name);
              thread.setDaemon(true);
              return thread;
            });
    // A cancelled deadline would otherwise keep its request until it would have been due.
    executor.setRemoveOnCancelPolicy(true);
    executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    return executor;
  }

  static void stop(ScheduledExecutorService executor) {
    executor.shutdownNow();
    try {
      if (!executor.awaitTermination(STOP_SECONDS, TimeUnit.SECONDS)) {
        LOG.warn("A thread of the MCP server did not end within {} s.", STOP_SECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
