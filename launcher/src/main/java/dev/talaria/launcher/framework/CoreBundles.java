package dev.talaria.launcher.framework;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.osgi.framework.Bundle;
import org.osgi.framework.Constants;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRevision;

/**
 * The bundles that the launcher installed, as objects: neither a name nor a location that a bundle
 * states about itself makes it one of the core. Everything else but the framework is deployed.
 *
 * <p>The starting thread adds bundles and then seals; the framework's threads ask. What is asked
 * before sealing is answered as if there were no extension points, so nothing opens early.
 */
final class CoreBundles implements Predicate<Bundle> {
  private final Set<Bundle> installed = ConcurrentHashMap.newKeySet();
  private volatile Facts facts = new Facts(null, Set.of(), Set.of());

  private record Facts(Bundle registry, Set<String> extensionPoints, Set<String> packages) {}

  void add(Bundle bundle) {
    installed.add(bundle);
  }

  /** Reads from the manifests of the core, now complete, what the hooks have to know. */
  void seal(Bundle framework) {
    Set<String> packages = new HashSet<>();
    collect(framework, PackageNamespace.PACKAGE_NAMESPACE, packages);
    for (Bundle bundle : installed) {
      collect(bundle, PackageNamespace.PACKAGE_NAMESPACE, packages);
    }
    Set<String> extensionPoints = new HashSet<>();
    named(CoreNames.API_BUNDLE)
        .ifPresent(api -> collect(api, CoreNames.EXTENSION_NAMESPACE, extensionPoints));
    facts =
        new Facts(
            named(CoreNames.REGISTRY_BUNDLE).orElse(null),
            Set.copyOf(extensionPoints),
            Set.copyOf(packages));
  }

  @Override
  public boolean test(Bundle bundle) {
    return installed.contains(bundle);
  }

  boolean isFramework(Bundle bundle) {
    return bundle.getBundleId() == Constants.SYSTEM_BUNDLE_ID;
  }

  boolean isDeployed(Bundle bundle) {
    return !isFramework(bundle) && !installed.contains(bundle);
  }

  boolean isRegistry(Bundle bundle) {
    return bundle == facts.registry();
  }

  /** Whether deployed bundles may publish this interface for the core. */
  boolean isExtensionPoint(String interfaceName) {
    return facts.extensionPoints().contains(interfaceName);
  }

  /** Whether the core or the framework exports the package, so that the core could use it. */
  boolean offersPackage(String packageName) {
    return facts.packages().contains(packageName);
  }

  private Optional<Bundle> named(String symbolicName) {
    return installed.stream().filter(b -> symbolicName.equals(b.getSymbolicName())).findFirst();
  }

  private static void collect(Bundle bundle, String namespace, Set<String> values) {
    BundleRevision revision = bundle.adapt(BundleRevision.class);
    for (BundleCapability capability : revision.getDeclaredCapabilities(namespace)) {
      if (capability.getAttributes().get(namespace) instanceof String value) {
        values.add(value);
      }
    }
  }
}
