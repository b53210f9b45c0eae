package dev.talaria.launcher.framework;

import java.util.Collection;
import org.osgi.framework.Bundle;
import org.osgi.framework.hooks.resolver.ResolverHook;
import org.osgi.framework.hooks.resolver.ResolverHookFactory;
import org.osgi.framework.namespace.BundleNamespace;
import org.osgi.framework.namespace.HostNamespace;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;

/**
 * Keeps wires within bounds. The core is wired to the core and the framework only, whatever a
 * deployed bundle offers. A deployed bundle is not wired to the packages that the core keeps to
 * itself, by no kind of import and not by requiring a whole bundle, and is no fragment of the core.
 *
 * <p>Stateless, so one object serves every resolution on whatever thread.
 */
final class WiringHook implements ResolverHookFactory, ResolverHook {
  private final CoreBundles core;

  WiringHook(CoreBundles core) {
    this.core = core;
  }

  @Override
  public ResolverHook begin(Collection<BundleRevision> triggers) {
    return this;
  }

  @Override
  public void filterResolvable(Collection<BundleRevision> candidates) {
    // Which bundles may resolve at all is for the deploy agent.
  }

  @Override
  public void filterSingletonCollisions(
      BundleCapability singleton, Collection<BundleCapability> collisions) {
    // A deployed singleton with the name of a core bundle must not keep that one from resolving.
    if (!core.isDeployed(bundleOf(singleton))) {
      collisions.removeIf(other -> core.isDeployed(bundleOf(other)));
    }
  }

  @Override
  public void filterMatches(BundleRequirement requirement, Collection<BundleCapability> matches) {
    if (core.isDeployed(requirement.getRevision().getBundle())) {
      matches.removeIf(this::isClosedToDeployed);
    } else {
      matches.removeIf(capability -> core.isDeployed(bundleOf(capability)));
    }
  }

  @Override
  public void end() {
    // Nothing was kept for this resolution.
  }

  private boolean isClosedToDeployed(BundleCapability capability) {
    return switch (capability.getNamespace()) {
      case PackageNamespace.PACKAGE_NAMESPACE ->
          CoreNames.isWithin(
              (String) capability.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE),
              CoreNames.HIDDEN_PACKAGES);
      case BundleNamespace.BUNDLE_NAMESPACE, HostNamespace.HOST_NAMESPACE ->
          !core.isDeployed(bundleOf(capability));
      default -> false;
    };
  }

  private static Bundle bundleOf(BundleCapability capability) {
    return capability.getRevision().getBundle();
  }
}
