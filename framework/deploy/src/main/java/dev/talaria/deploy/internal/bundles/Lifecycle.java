package dev.talaria.deploy.internal.bundles;

import dev.talaria.admin.Deployment;
import dev.talaria.admin.Deployments;
import dev.talaria.admin.Staging;
import dev.talaria.api.Subscription;
import dev.talaria.deploy.internal.store.Content;
import dev.talaria.deploy.internal.store.StartMarker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Installs, starts and removes deployed bundles and tells the registry about it. What happens to an
 * owner's tools during one of these operations is one change, by a bracket. Thread-safe for
 * different owners; what is done to one owner is done in turn.
 */
public final class Lifecycle {
  private static final Logger LOG = LoggerFactory.getLogger(Lifecycle.class);

  private final BundleControl control;
  private final Deployments deployments;
  private final Brackets brackets;
  private final MissingRequirements missing;
  private final StartMarker marker;
  private final Predicate<Bundle> core;
  private final Supplier<Duration> startTimeout;
  private final Runnable whenStarted;

  /**
   * Takes what it works with.
   *
   * @param core tells the bundles that are never touched
   * @param startTimeout as configured at the moment
   * @param whenStarted called, on any thread, when a start has ended
   */
  public Lifecycle(
      BundleContext context,
      BundleControl control,
      Deployments deployments,
      StartMarker marker,
      Predicate<Bundle> core,
      Supplier<Duration> startTimeout,
      Runnable whenStarted) {
    this.control = control;
    this.deployments = deployments;
    this.brackets = new Brackets(deployments);
    this.missing = new MissingRequirements(context);
    this.marker = marker;
    this.core = core;
    this.startTimeout = startTimeout;
    this.whenStarted = whenStarted;
  }

  /** Installs a content and records its owner. It is not started. */
  public Deployed install(Content content, Deployment deployment)
      throws BundleFailure, InterruptedException {
    Bundle bundle = control.install(content);
    deployments.admit(bundle, deployment);
    return new Deployed(content, deployment, bundle);
  }

  /**
   * Resolves and starts what is installed and makes it the owner's current deployment.
   *
   * @param patience how long to wait; what takes longer goes on by itself
   */
  public Outcome start(Deployed deployed, Duration patience) throws InterruptedException {
    try {
      if (!control.resolve(deployed.bundle())) {
        return new Outcome.Waiting(deployed, missing(deployed));
      }
    } catch (BundleFailure e) {
      return failed(deployed, e);
    }
    Subscription bracket = brackets.open(deployed.content().symbolicName());
    mark(deployed.content().sha256());
    ForeignRunner.Run run = control.beginStart(deployed.bundle(), whenStarted);
    long deadline = System.nanoTime() + startTimeout.get().toNanos();
    PendingStart start = new PendingStart(deployed, run, bracket, deadline);
    Duration now = patience.compareTo(startTimeout.get()) < 0 ? patience : startTimeout.get();
    try {
      Optional<ForeignRunner.Result> result = run.await(now);
      Optional<Outcome> over =
          result.isPresent() ? Optional.of(finish(start, result.get())) : resume(start);
      if (over.isEmpty()) {
        LOG.warn(
            "{} has not started within {} ms; the others do not wait for it",
            deployed.content().label(),
            now.toMillis());
      }
      return over.orElseGet(() -> new Outcome.Starting(start));
    } catch (InterruptedException e) {
      leave(start);
      throw e;
    }
  }

  /** Says how a start that takes long ended, if it has; gives it up when its time is over. */
  public Optional<Outcome> resume(PendingStart start) throws InterruptedException {
    Optional<ForeignRunner.Result> result = start.run().await(Duration.ZERO);
    if (result.isEmpty() && start.deadline() - System.nanoTime() > 0) {
      return Optional.empty();
    }
    return Optional.of(
        finish(
            start,
            result.isPresent()
                ? result.get()
                : control.giveUpStart(start.deployed().bundle(), start.run())));
  }

  /** Ends a start that nobody wants any more. */
  public void abandon(PendingStart start) throws InterruptedException {
    try {
      control.giveUpStart(start.deployed().bundle(), start.run());
      discard(start.deployed());
      LOG.info("Gave up starting {}, which is to leave", start.deployed().content().label());
    } finally {
      leave(start);
    }
  }

  /** Lets go of a start when the agent ends; the framework takes care of the bundle. */
  public void leave(PendingStart start) {
    start.run().interruptIfRunning();
    unmark(start.deployed().content().sha256());
    start.bracket().close();
  }

  private Outcome finish(PendingStart start, ForeignRunner.Result result)
      throws InterruptedException {
    Deployed deployed = start.deployed();
    unmark(deployed.content().sha256());
    try {
      BundleControl.requireStarted(result, startTimeout.get());
      deployments.promote(deployed.deployment());
      LOG.info("Started {} from {}", deployed.content().label(), deployed.deployment().source());
      return new Outcome.Running(deployed);
    } catch (BundleFailure e) {
      return failed(deployed, e);
    } finally {
      start.bracket().close();
    }
  }

  /** Stops and starts what runs, for the operator. */
  Outcome restart(Deployed deployed, Wish wish) throws InterruptedException {
    Subscription bracket = bracket(deployed.content().symbolicName());
    try {
      retire(deployed);
      launch(deployed, wish);
      deployments.promote(deployed.deployment());
      LOG.info("Restarted {}", deployed.content().label());
      return new Outcome.Running(deployed);
    } catch (BundleFailure e) {
      return failed(deployed, e);
    } catch (UnwantedException e) {
      discard(deployed);
      return new Outcome.Withdrawn(Optional.empty());
    } finally {
      bracket.close();
    }
  }

  /** Lets calls end, then stops and uninstalls a bundle whose owner leaves. */
  void remove(Deployed deployed) throws InterruptedException {
    Subscription bracket = bracket(deployed.content().symbolicName());
    try {
      drain(deployed);
      control.stopLeaving(deployed.bundle());
      uninstall(deployed);
    } finally {
      bracket.close();
    }
    LOG.info("Removed {}", deployed.content().label());
  }

  /** Holds back what happens to an owner's tools. */
  Subscription bracket(String symbolicName) {
    return brackets.open(symbolicName);
  }

  /** Starts a resolved bundle and promotes it, inside a bracket of the caller. */
  void run(Deployed deployed) throws BundleFailure, InterruptedException {
    try {
      launch(deployed, new Wish());
    } catch (UnwantedException e) {
      throw new IllegalStateException("nobody withdraws this wish", e);
    }
    deployments.promote(deployed.deployment());
  }

  /** Starts a resolved bundle while it is wanted; its tools are staged. */
  void launch(Deployed deployed, Wish wish)
      throws BundleFailure, UnwantedException, InterruptedException {
    mark(deployed.content().sha256());
    try {
      control.start(deployed.bundle(), startTimeout.get(), wish);
    } finally {
      // Not reached when the runtime dies in the middle: that is what the mark is for.
      unmark(deployed.content().sha256());
    }
  }

  /** Makes the tools of a started bundle and says what promoting it would bring. */
  Staging stage(Deployed deployed, Duration limit, Wish wish)
      throws BundleFailure, UnwantedException, InterruptedException {
    return control.stage(
        deployed.bundle(), limit, () -> deployments.stage(deployed.bundle()), wish);
  }

  /** Stops and uninstalls a bundle that has no calls and no names any more. */
  void putAway(Deployed deployed) throws InterruptedException {
    control.stopLeaving(deployed.bundle());
    uninstall(deployed);
    LOG.info("Let go of {}", deployed.content().label());
  }

  /** Says whether a bundle is resolved now. */
  boolean resolve(Deployed deployed) throws BundleFailure, InterruptedException {
    return control.resolve(deployed.bundle());
  }

  /** Resolves a bundle or says what it lacks. */
  void requireResolved(Deployed deployed) throws BundleFailure, InterruptedException {
    if (!resolve(deployed)) {
      throw BundleFailure.unresolved(missing(deployed));
    }
  }

  /** Says what an unresolved bundle lacks. */
  String missing(Deployed deployed) {
    return missing.describe(deployed.content(), deployed.bundle());
  }

  /** Lets the calls in flight end and stops a bundle. */
  void retire(Deployed deployed) throws InterruptedException {
    drain(deployed);
    control.stop(deployed.bundle());
  }

  private void drain(Deployed deployed) {
    int interrupted = deployments.drain(deployed.bundle());
    if (interrupted > 0) {
      LOG.warn("{} calls to {} were interrupted", interrupted, deployed.content().label());
    }
  }

  /** Takes back an installation that led to nothing. */
  void discard(Deployed deployed) throws InterruptedException {
    if (!BundleControl.isStuck(deployed.bundle())) {
      control.stop(deployed.bundle());
    }
    uninstall(deployed);
  }

  /** Uninstalls a stopped bundle and rewires what hung on it. */
  void uninstall(Deployed deployed) throws InterruptedException {
    Bundle bundle = deployed.bundle();
    deployments.dismiss(bundle);
    if (BundleControl.isStuck(bundle)) {
      LOG.warn(
          "{} hangs in its start or stop and stays in the framework until it comes back",
          deployed.content().label());
      return;
    }
    List<Bundle> dependents = control.dependents(bundle);
    control.uninstall(bundle);
    if (dependents.isEmpty()) {
      return; // Nobody holds its classes; a refresh would only make noise.
    }
    if (dependents.stream().anyMatch(core)) {
      LOG.error(
          "Core bundles are wired to {}; they are left alone. This must not happen: please report"
              + " it.",
          deployed.content().label());
      return;
    }
    List<Subscription> held = new ArrayList<>();
    try {
      dependents.stream()
          .map(Bundle::getSymbolicName)
          .filter(name -> !name.equals(deployed.content().symbolicName()))
          .distinct()
          .sorted()
          .forEach(name -> held.add(brackets.open(name)));
      control.refresh(bundle);
    } finally {
      held.forEach(Subscription::close);
    }
  }

  private Outcome failed(Deployed deployed, BundleFailure failure) throws InterruptedException {
    LOG.error(
        "{} was given up: {}",
        deployed.content().label(),
        failure.getMessage(),
        failure.getCause());
    discard(deployed);
    return new Outcome.Failed(failure.getMessage(), Optional.empty(), failure.isLate(), false);
  }

  private void mark(String sha256) {
    try {
      marker.set(sha256);
    } catch (IOException e) {
      LOG.warn("A crash during the next start will not be noticed: {}", e.getMessage());
    }
  }

  private void unmark(String sha256) {
    try {
      marker.clear(sha256);
    } catch (IOException e) {
      LOG.warn("The mark of a start could not be removed: {}", e.getMessage());
    }
  }
}
