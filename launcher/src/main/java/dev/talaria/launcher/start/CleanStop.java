package dev.talaria.launcher.start;

import dev.talaria.launcher.framework.RuntimeFramework;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stops the framework when the process is told to end. Runs on a thread of the virtual machine's
 * shutdown, during the start or later; the virtual machine ends when the framework has stopped, or
 * at the deadline. A clean stop is exit code 0, where the virtual machine alone would give 143.
 */
final class CleanStop {
  private static final Logger log = LoggerFactory.getLogger(CleanStop.class);
  private static final Duration DEADLINE = Duration.ofSeconds(20);

  private final RuntimeFramework framework;
  private final AtomicBoolean over = new AtomicBoolean();

  CleanStop(RuntimeFramework framework) {
    this.framework = framework;
  }

  void install() {
    Runtime.getRuntime().addShutdownHook(new Thread(this::stopAndHalt, "talaria-shutdown"));
  }

  /** Says that the framework has stopped by itself; the process ends with its own exit code. */
  void over() {
    over.set(true);
  }

  private void stopAndHalt() {
    if (over.get()) {
      return;
    }
    log.info("stopping, as the process was told to end");
    boolean[] stopped = {false};
    Thread stopper =
        new Thread(
            () -> {
              try {
                stopped[0] = framework.stop(DEADLINE);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "talaria-stop");
    // A start in progress can hold the framework's lock, so the wait for it has a deadline too.
    stopper.setDaemon(true);
    stopper.start();
    try {
      stopper.join(DEADLINE.toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (stopped[0]) {
      log.info("stopped");
    } else {
      log.error(
          "the framework did not stop within {} s; ending all the same", DEADLINE.toSeconds());
    }
    Runtime.getRuntime().halt(stopped[0] ? 0 : 1);
  }
}
