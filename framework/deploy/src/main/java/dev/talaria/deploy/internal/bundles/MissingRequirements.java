package dev.talaria.deploy.internal.bundles;

import dev.talaria.deploy.internal.store.Content;
import dev.talaria.formats.jar.Clause;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.FrameworkWiring;

/** Says what an unresolved bundle lacks. Thread-safe. */
final class MissingRequirements {
  private final BundleContext context;

  MissingRequirements(BundleContext context) {
    this.context = context;
  }

  /** Returns what is missing, as a sentence. */
  String describe(Content content, Bundle bundle) {
    BundleRevision revision = bundle.adapt(BundleRevision.class);
    FrameworkWiring wiring = context.getBundle(0).adapt(FrameworkWiring.class);
    Set<String> missing = new LinkedHashSet<>();
    Set<String> waitsFor = new TreeSet<>();
    for (BundleRequirement requirement : revision.getDeclaredRequirements(null)) {
      if (isDispensable(requirement)) {
        continue;
      }
      Collection<BundleCapability> providers = wiring.findProviders(requirement);
      if (providers.isEmpty()) {
        missing.add(describe(content, requirement));
      } else if (providers.stream().allMatch(MissingRequirements::isUnresolved)) {
        providers.forEach(provider -> waitsFor.add(provider.getRevision().getSymbolicName()));
      }
    }
    waitsFor.remove(content.symbolicName());
    if (!missing.isEmpty()) {
      return "it needs " + String.join("; ", missing);
    }
    if (!waitsFor.isEmpty()) {
      return "it needs " + String.join(", ", waitsFor) + ", which does not resolve itself";
    }
    return "what it needs is there, but cannot be used together or is closed to deployed bundles";
  }

  private static boolean isDispensable(BundleRequirement requirement) {
    String resolution = requirement.getDirectives().get(Constants.RESOLUTION_DIRECTIVE);
    String effective = requirement.getDirectives().get(Constants.EFFECTIVE_DIRECTIVE);
    // "dynamic" is how the framework marks what DynamicImport-Package asks for.
    return Constants.RESOLUTION_OPTIONAL.equals(resolution)
        || "dynamic".equals(resolution)
        || (effective != null && !effective.equals(Constants.EFFECTIVE_RESOLVE));
  }

  private static boolean isUnresolved(BundleCapability provider) {
    return provider.getRevision().getBundle().getState() == Bundle.INSTALLED;
  }

  private String describe(Content content, BundleRequirement requirement) {
    String filter = requirement.getDirectives().get(Constants.FILTER_DIRECTIVE);
    // The manifest says it in words that its author knows; the filter was made from them.
    for (Clause clause : content.manifest().imports()) {
      for (String name : clause.paths()) {
        if (names(filter, PackageNamespace.PACKAGE_NAMESPACE, name)) {
          return "the package "
              + name
              + range(clause.attribute(Constants.VERSION_ATTRIBUTE).orElse(""))
              + ", which "
              + exporters(name);
        }
      }
    }
    for (Clause clause : content.manifest().requiredBundles()) {
      if (names(filter, "osgi.wiring.bundle", clause.path())) {
        return "the bundle "
            + clause.path()
            + range(clause.attribute(Constants.BUNDLE_VERSION_ATTRIBUTE).orElse(""))
            + ", which is not installed";
      }
    }
    return "the capability "
        + requirement.getNamespace()
        + (filter == null ? "" : " with " + filter)
        + ", which no bundle provides";
  }

  private static boolean names(String filter, String namespace, String name) {
    return filter != null && filter.contains("(" + namespace + "=" + name + ")");
  }

  private static String range(String range) {
    return range.isEmpty() ? "" : " " + range;
  }

  private String exporters(String name) {
    List<String> others = new ArrayList<>();
    for (Bundle bundle : context.getBundles()) {
      BundleRevision revision = bundle.adapt(BundleRevision.class);
      if (revision == null) {
        continue;
      }
      for (BundleCapability capability :
          revision.getDeclaredCapabilities(PackageNamespace.PACKAGE_NAMESPACE)) {
        if (name.equals(capability.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE))) {
          others.add(
              bundle.getSymbolicName()
                  + " exports as "
                  + capability.getAttributes().get(PackageNamespace.CAPABILITY_VERSION_ATTRIBUTE));
        }
      }
    }
    return others.isEmpty() ? "no bundle exports" : String.join(" and ", others);
  }
}
