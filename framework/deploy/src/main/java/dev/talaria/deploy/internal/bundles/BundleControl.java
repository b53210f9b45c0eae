package dev.talaria.deploy.internal.bundles;

import dev.talaria.admin.Staging;
import dev.talaria.deploy.internal.store.Content;
import dev.talaria.deploy.internal.store.PrivateCopies;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.FrameworkListener;
import org.osgi.framework.wiring.FrameworkWiring;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the framework does to bundles, each with a deadline: activators, synchronous listeners and
 * component constructors of deployed bundles run inside these calls. Thread-safe.
 */
public final class BundleControl {
  /** Begins the location of every deployed bundle; one location per installation. */
  public static final String LOCATION = "talaria:deploy/";

  private static final Logger LOG = LoggerFactory.getLogger(BundleControl.class);
  private static final Duration LIMIT = Duration.ofSeconds(10);

  /** How long the others wait for one that leaves. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final BundleContext context;
  private final PrivateCopies copies;
  private final ForeignRunner runner = new ForeignRunner();
  private final AtomicLong installations = new AtomicLong();

  public BundleControl(BundleContext context, PrivateCopies copies) {
    this.context = context;
    this.copies = copies;
  }

  /** Installs the private copy of a content. */
  Bundle install(Content content) throws BundleFailure, InterruptedException {
    Path copy;
    try {
      copy =
          copies
              .find(content)
              .orElseThrow(() -> new BundleFailure("its private copy is gone or damaged"));
    } catch (IOException e) {
      throw new BundleFailure("its private copy cannot be read: " + e.getMessage(), e);
    }
    // A content may come back while a former installation of it still has calls.
    String location =
        LOCATION
            + content.symbolicName()
            + "/"
            + content.sha256()
            + "/"
            + installations.incrementAndGet();
    AtomicReference<Bundle> installed = new AtomicReference<>();
    ForeignRunner.Result result =
        runner.run(
            thread("install", content.symbolicName()),
            LIMIT,
            () -> {
              try (InputStream in = Files.newInputStream(copy)) {
                installed.set(context.installBundle(location, in));
              }
            },
            () -> uninstallLate(installed.get()));
    require(result, "was not installed", LIMIT);
    return installed.get();
  }

  /** Resolves a bundle; says whether it is resolved now. */
  boolean resolve(Bundle bundle) throws BundleFailure, InterruptedException {
    AtomicBoolean resolved = new AtomicBoolean();
    ForeignRunner.Result result =
        runner.run(
            thread("resolve", bundle.getSymbolicName()),
            LIMIT,
            () -> resolved.set(wiring().resolveBundles(List.of(bundle))),
            () -> {});
    require(result, "was not resolved", LIMIT);
    return resolved.get();
  }

  /** Lets the registry make the tools and hooks of a bundle, which runs their constructors. */
  Staging stage(Bundle bundle, Duration limit, Callable<Staging> stage, Wish wish)
      throws BundleFailure, UnwantedException, InterruptedException {
    AtomicReference<Staging> staging = new AtomicReference<>();
    ForeignRunner.Result result =
        runner.run(
            thread("stage", bundle.getSymbolicName()),
            limit,
            () -> staging.set(stage.call()),
            () -> {},
            wish);
    wish.require();
    require(result, "did not make its tools and hooks", limit);
    return staging.get();
  }

  /** Begins to start a bundle. */
  ForeignRunner.Run beginStart(Bundle bundle, Runnable whenDone) {
    return runner.begin(
        thread("start", bundle.getSymbolicName()),
        // Eager, whatever its activation policy, and not kept by the framework: the truth of
        // what runs is the folder.
        () -> bundle.start(Bundle.START_TRANSIENT),
        whenDone);
  }

  /** Ends the waiting for a start. One that comes back later is stopped and removed. */
  ForeignRunner.Result giveUpStart(Bundle bundle, ForeignRunner.Run start)
      throws InterruptedException {
    return start.giveUp(() -> uninstallLate(bundle));
  }

  /**
   * Says how a start ended.
   *
   * @param limit that it had
   */
  static void requireStarted(ForeignRunner.Result result, Duration limit) throws BundleFailure {
    require(result, "did not start", limit);
  }

  /** Starts a bundle and waits for it while it is wanted. */
  void start(Bundle bundle, Duration limit, Wish wish)
      throws BundleFailure, UnwantedException, InterruptedException {
    ForeignRunner.Run start = beginStart(bundle, () -> {});
    try {
      Optional<ForeignRunner.Result> result = start.await(limit, wish);
      ForeignRunner.Result end = result.isPresent() ? result.get() : giveUpStart(bundle, start);
      wish.require();
      requireStarted(end, limit);
    } catch (InterruptedException e) {
      start.interruptIfRunning();
      throw e;
    }
  }

  /**
   * Stops a bundle that leaves. One that takes long goes on by itself and is removed at its end, so
   * that nobody else has to wait for it.
   */
  void stopLeaving(Bundle bundle) throws InterruptedException {
    ForeignRunner.Run stop =
        runner.begin(
            thread("stop", bundle.getSymbolicName()),
            () -> bundle.stop(Bundle.STOP_TRANSIENT),
            () -> {});
    Optional<ForeignRunner.Result> result = stop.await(PATIENCE);
    if (result.isPresent()) {
      warn(result.get(), bundle, "did not stop cleanly");
    } else {
      stop.leave(LIMIT, () -> uninstallLate(bundle));
    }
  }

  /**
   * Stops a bundle; what it does meanwhile that is wrong is logged and stops nothing here. One that
   * does not come back in time is removed if it ever does.
   */
  void stop(Bundle bundle) throws InterruptedException {
    ForeignRunner.Result result =
        runner.run(
            thread("stop", bundle.getSymbolicName()),
            LIMIT,
            () -> bundle.stop(Bundle.STOP_TRANSIENT),
            () -> uninstallLate(bundle));
    warn(result, bundle, "did not stop cleanly");
  }

  /**
   * Whether a start or a stop of the bundle was given up and still runs. The framework holds the
   * bundle's lock meanwhile, so that everything else would have to wait for it as well.
   */
  static boolean isStuck(Bundle bundle) {
    return (bundle.getState() & (Bundle.STARTING | Bundle.STOPPING)) != 0;
  }

  /** Uninstalls a bundle, stopping it if need be. */
  void uninstall(Bundle bundle) throws InterruptedException {
    if (bundle.getState() == Bundle.UNINSTALLED) {
      return;
    }
    ForeignRunner.Result result =
        runner.run(
            thread("uninstall", bundle.getSymbolicName()), LIMIT, bundle::uninstall, () -> {});
    warn(result, bundle, "was not uninstalled cleanly");
  }

  /**
   * Uninstalls what an agent before this one left in the framework.
   *
   * @param first done with each of them before
   */
  public void uninstallLeftovers(Consumer<Bundle> first) throws InterruptedException {
    for (Bundle bundle : context.getBundles()) {
      if (bundle.getLocation().startsWith(LOCATION)) {
        first.accept(bundle);
        uninstall(bundle);
      }
    }
  }

  /** Returns the bundles that are wired to a bundle, directly or not, without itself. */
  List<Bundle> dependents(Bundle bundle) {
    Collection<Bundle> closure = wiring().getDependencyClosure(List.of(bundle));
    return closure.stream().filter(other -> !other.equals(bundle)).toList();
  }

  /** Rewires what is wired to an uninstalled bundle; the framework restarts what was running. */
  void refresh(Bundle bundle) throws InterruptedException {
    CountDownLatch refreshed = new CountDownLatch(1);
    FrameworkListener listener =
        event -> {
          if (event.getType() == FrameworkEvent.PACKAGES_REFRESHED) {
            refreshed.countDown();
          }
        };
    wiring().refreshBundles(List.of(bundle), listener);
    if (!refreshed.await(LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
      LOG.warn(
          "Refreshing what is wired to {} takes longer than {}; it goes on in the background",
          bundle.getSymbolicName(),
          LIMIT);
    }
  }

  FrameworkWiring wiring() {
    return context.getBundle(0).adapt(FrameworkWiring.class);
  }

  private static String thread(String what, String symbolicName) {
    return "talaria-deploy-" + what + "-" + symbolicName;
  }

  private static void uninstallLate(Bundle bundle) {
    if (bundle == null || bundle.getState() == Bundle.UNINSTALLED) {
      return;
    }
    try {
      bundle.uninstall();
      LOG.info(
          "{} {} came back late and was removed", bundle.getSymbolicName(), bundle.getVersion());
    } catch (BundleException | IllegalStateException e) {
      LOG.warn("{} could not be removed: {}", bundle.getSymbolicName(), e.getMessage());
    }
  }

  private static void require(ForeignRunner.Result result, String what, Duration limit)
      throws BundleFailure {
    if (result instanceof ForeignRunner.Result.Threw threw) {
      throw new BundleFailure("it " + what + ": " + Causes.describe(threw.cause()), threw.cause());
    }
    if (result instanceof ForeignRunner.Result.TimedOut timedOut) {
      throw BundleFailure.late(
          "it "
              + what
              + " within "
              + limit.toMillis()
              + " ms"
              + (timedOut.hangs() ? "; its thread hangs and was left alone" : ""));
    }
  }

  private static void warn(ForeignRunner.Result result, Bundle bundle, String what) {
    if (result instanceof ForeignRunner.Result.Threw threw) {
      LOG.warn("{} {} {}", bundle.getSymbolicName(), bundle.getVersion(), what, threw.cause());
    } else if (result instanceof ForeignRunner.Result.TimedOut) {
      LOG.warn(
          "{} {} {}: no end after {} ms",
          bundle.getSymbolicName(),
          bundle.getVersion(),
          what,
          LIMIT.toMillis());
    }
  }
}
