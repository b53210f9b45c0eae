package dev.talaria.launcher.framework;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.Bundle;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkListener;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Collects why bundles did not start. The framework's event thread writes, the starting thread
 * reads after {@link #awaitDelivery}.
 */
final class StartErrors implements FrameworkListener {
  private static final Logger log = LoggerFactory.getLogger(StartErrors.class);

  private final Map<Bundle, Throwable> first = new ConcurrentHashMap<>();
  private final CountDownLatch started = new CountDownLatch(1);

  @Override
  public void frameworkEvent(FrameworkEvent event) {
    if (event.getType() == FrameworkEvent.ERROR && event.getThrowable() != null) {
      first.putIfAbsent(event.getBundle(), event.getThrowable());
    } else if (event.getType() == FrameworkEvent.STARTED) {
      started.countDown();
    }
  }

  /** Events come in order, so after the one of the start all errors before it are here. */
  void awaitDelivery(Duration deadline) throws InterruptedException {
    if (!started.await(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
      log.warn("the framework has not said within {} that it started", deadline);
    }
  }

  /** Returns why a bundle did not start, on one line. */
  Optional<String> reason(Bundle bundle) {
    return Optional.ofNullable(first.get(bundle)).map(StartErrors::innermost);
  }

  private static String innermost(Throwable problem) {
    Throwable cause = problem;
    while (cause.getCause() != null && cause.getCause() != cause) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    return message == null ? cause.getClass().getName() : message.replaceAll("\\s+", " ");
  }
}
