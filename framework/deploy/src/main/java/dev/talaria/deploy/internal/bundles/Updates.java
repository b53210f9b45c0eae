package dev.talaria.deploy.internal.bundles;

import dev.talaria.admin.Deployment;
import dev.talaria.admin.Deployments;
import dev.talaria.deploy.internal.store.Content;
import dev.talaria.formats.jar.BundleManifest;
import java.time.Duration;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces running bundles: the new one beside the old one where both can run, else in place.
 * Thread-safe; one update of an owner at a time.
 */
public final class Updates {
  private static final Logger LOG = LoggerFactory.getLogger(Updates.class);

  private final BlueGreenUpdate blueGreen;
  private final InPlaceUpdate inPlace;

  /**
   * Takes what it works with.
   *
   * @param startTimeout as configured at the moment
   */
  public Updates(
      Lifecycle lifecycle,
      Deployments deployments,
      Retirements retirements,
      ComponentStates components,
      Supplier<Duration> startTimeout) {
    CandidateStart candidates =
        new CandidateStart(lifecycle, deployments, components, startTimeout);
    this.blueGreen = new BlueGreenUpdate(lifecycle, candidates, retirements);
    this.inPlace = new InPlaceUpdate(lifecycle, deployments, candidates);
  }

  /** Replaces what runs. */
  Outcome update(Deployed old, Content content, Deployment deployment, Wish wish)
      throws InterruptedException {
    Outcome outcome =
        canRunBeside(old.content().manifest(), content.manifest())
            ? blueGreen.update(old, content, deployment, wish)
            : inPlace.update(old, content, deployment, wish);
    if (outcome instanceof Outcome.Running) {
      LOG.info(
          "Updated {} to {} from {}",
          old.content().label(),
          content.version(),
          deployment.source());
    }
    return outcome;
  }

  static boolean canRunBeside(BundleManifest old, BundleManifest next) {
    return canBeInstalledBeside(old, next) && !old.updatedInPlace() && !next.updatedInPlace();
  }

  /**
   * Two singletons do not resolve together, and a bundle that imports what it exports would be
   * wired to the other's package.
   */
  static boolean canBeInstalledBeside(BundleManifest old, BundleManifest next) {
    return !old.singleton()
        && !next.singleton()
        && old.exports().isEmpty()
        && next.exports().isEmpty();
  }
}
