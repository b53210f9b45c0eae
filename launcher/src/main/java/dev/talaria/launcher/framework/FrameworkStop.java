package dev.talaria.launcher.framework;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.SynchronousBundleListener;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees a stop of the framework through. The framework stops bundle by bundle and waits for each
 * without end, holding its lock: one deployed bundle that hangs in its start or stop would keep the
 * core from its own clean stop. Such a bundle is waited for a while, then the rest is stopped from
 * here, what was deployed first and the core in reverse order, and the framework is left behind.
 *
 * <p>The framework calls the listener on the thread that stops it; any threads may wait for the
 * end, of which the first does the work.
 */
final class FrameworkStop implements SynchronousBundleListener {
  private static final Logger log = LoggerFactory.getLogger(FrameworkStop.class);

  /** How long one bundle may take before it is said to hang. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** How long listeners may take, of which one lets calls end for as long as is configured. */
  private static final Duration LISTENERS = Duration.ofSeconds(12);

  private static final Duration POLL = Duration.ofMillis(50);

  private final Framework framework;
  private final CoreBundles core;
  private final CountDownLatch begun = new CountDownLatch(1);
  private final AtomicBoolean taken = new AtomicBoolean();
  private final CompletableFuture<Boolean> end = new CompletableFuture<>();
  private volatile Thread stopper;

  FrameworkStop(Framework framework, CoreBundles core) {
    this.framework = framework;
    this.core = core;
  }

  @Override
  public void bundleChanged(BundleEvent event) {
    if (event.getType() == BundleEvent.STOPPING
        && event.getBundle().getBundleId() == Constants.SYSTEM_BUNDLE_ID) {
      stopper = Thread.currentThread();
      begun.countDown();
    }
  }

  /** Waits until somebody stops the framework, or it has no need to be. */
  void awaitBegin() throws InterruptedException {
    while (!begun.await(1, TimeUnit.SECONDS)) {
      if ((framework.getState() & (Bundle.STARTING | Bundle.ACTIVE)) == 0) {
        return;
      }
    }
  }

  /**
   * Waits for the end of a stop that has begun, and brings it about if a bundle hangs.
   *
   * @return whether the core was stopped within the deadline
   */
  boolean awaitEnd(Duration deadline) throws InterruptedException {
    long until = System.nanoTime() + deadline.toNanos();
    if (taken.compareAndSet(false, true)) {
      try {
        end.complete(seeThrough(until));
      } finally {
        end.complete(false);
      }
    }
    try {
      return end.get(deadline.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException("the end is never exceptional", e);
    }
  }

  private boolean seeThrough(long until) throws InterruptedException {
    long listening = System.nanoTime() + LISTENERS.toNanos();
    long stuckSince = System.nanoTime();
    List<Bundle> stuck = List.of();
    while (System.nanoTime() - until < 0) {
      if (framework.waitForStop(POLL.toMillis()).getType() != FrameworkEvent.WAIT_TIMEDOUT) {
        return true;
      }
      List<Bundle> now = stuck();
      boolean waits = isTellingListeners() && System.nanoTime() - listening < 0;
      if (waits || now.isEmpty() || !now.equals(stuck)) {
        stuck = now;
        stuckSince = System.nanoTime();
      } else if (System.nanoTime() - stuckSince > PATIENCE.toNanos()) {
        return stopTheRest();
      }
    }
    return false;
  }

  /** The deployed bundles in the middle of a start or a stop. */
  private List<Bundle> stuck() {
    List<Bundle> found = new ArrayList<>();
    for (Bundle bundle : deployed()) {
      if ((bundle.getState() & (Bundle.STARTING | Bundle.STOPPING)) != 0) {
        found.add(bundle);
      }
    }
    return found;
  }

  /**
   * Nothing tells when listeners, who may let calls end, have heard of the stop; the stack does.
   */
  private boolean isTellingListeners() {
    Thread telling = stopper;
    if (telling == null) {
      return false;
    }
    for (StackTraceElement frame : telling.getStackTrace()) {
      if (frame.getMethodName().equals("bundleChanged")) {
        return true;
      }
    }
    return false;
  }

  private boolean stopTheRest() throws InterruptedException {
    for (Bundle bundle : deployed()) {
      if (bundle.getState() == Bundle.ACTIVE) {
        stop(bundle);
      }
    }
    List<String> hanging = stuck().stream().map(FrameworkStop::nameOf).toList();
    boolean clean = true;
    for (Bundle bundle : core()) {
      if (!stop(bundle)) {
        log.error("the core bundle {} did not stop", nameOf(bundle));
        clean = false;
      }
    }
    log.warn(
        "{} hung in its start or stop and was left behind; the runtime was stopped without it",
        String.join(", ", hanging));
    return clean;
  }

  private static boolean stop(Bundle bundle) throws InterruptedException {
    Thread thread =
        new Thread(
            () -> {
              try {
                bundle.stop(Bundle.STOP_TRANSIENT);
              } catch (BundleException | RuntimeException e) {
                log.warn("{} did not stop cleanly", nameOf(bundle), e);
              }
            },
            "talaria-stop-" + bundle.getSymbolicName());
    thread.setDaemon(true);
    thread.start();
    thread.join(PATIENCE.toMillis());
    return bundle.getState() == Bundle.RESOLVED;
  }

  private List<Bundle> deployed() {
    return inOrderOfStop(core::isDeployed);
  }

  private List<Bundle> core() {
    return inOrderOfStop(core);
  }

  private List<Bundle> inOrderOfStop(Predicate<Bundle> which) {
    List<Bundle> found = new ArrayList<>();
    if (framework.getBundleContext() == null) {
      return found;
    }
    for (Bundle bundle : framework.getBundleContext().getBundles()) {
      if (which.test(bundle)) {
        found.add(bundle);
      }
    }
    found.sort(
        Comparator.comparingInt((Bundle b) -> b.adapt(BundleStartLevel.class).getStartLevel())
            .thenComparingLong(Bundle::getBundleId)
            .reversed());
    return found;
  }

  private static String nameOf(Bundle bundle) {
    return bundle.getSymbolicName() + " " + bundle.getVersion();
  }
}
