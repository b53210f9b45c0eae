package dev.talaria.deploy.internal.bundles;

import dev.talaria.formats.jar.CoreFacts;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.service.component.runtime.ServiceComponentRuntime;
import org.osgi.service.component.runtime.dto.ComponentDescriptionDTO;

/** Gathers from the running core what the rules have to know. To be used once the core runs. */
public final class CoreFactsReader {
  private static final Pattern PACKAGE = Pattern.compile("\\(osgi\\.wiring\\.package=([^)]+)\\)");

  /** Read from Config Admin without being the configuration of a component. */
  private static final Set<String> POLICY_PIDS =
      Set.of("dev.talaria.plugin", "dev.talaria.toolset", "dev.talaria.toolsets");

  private static final String API = "dev.talaria.api";

  private final BundleContext context;
  private final Predicate<Bundle> core;
  private final ServiceComponentRuntime components;

  public CoreFactsReader(
      BundleContext context, Predicate<Bundle> core, ServiceComponentRuntime components) {
    this.context = context;
    this.core = core;
    this.components = components;
  }

  /** Reads the facts. */
  public CoreFacts read() {
    Set<String> names = new HashSet<>();
    Set<String> packages = new HashSet<>();
    Set<String> pids = new HashSet<>(POLICY_PIDS);
    Map<String, String> api = new HashMap<>();
    for (Bundle bundle : context.getBundles()) {
      if (bundle.getBundleId() == 0 || core.test(bundle)) {
        names.add(bundle.getSymbolicName());
        packages(bundle, packages);
        apiPackages(bundle, api);
        for (ComponentDescriptionDTO component : components.getComponentDescriptionDTOs(bundle)) {
          pids.addAll(List.of(component.configurationPid));
        }
      }
    }
    return new CoreFacts(names, packages, pids, api, Runtime.version().feature());
  }

  private static void apiPackages(Bundle bundle, Map<String, String> versions) {
    BundleRevision revision = bundle.adapt(BundleRevision.class);
    if (revision == null) {
      return;
    }
    String namespace = PackageNamespace.PACKAGE_NAMESPACE;
    for (BundleCapability exported : revision.getDeclaredCapabilities(namespace)) {
      String name = String.valueOf(exported.getAttributes().get(namespace));
      Object version = exported.getAttributes().get(PackageNamespace.CAPABILITY_VERSION_ATTRIBUTE);
      if (name.equals(API) || name.startsWith(API + ".")) {
        versions.put(name, String.valueOf(version));
      }
    }
  }

  private static void packages(Bundle bundle, Set<String> packages) {
    BundleRevision revision = bundle.adapt(BundleRevision.class);
    if (revision == null) {
      return;
    }
    String namespace = PackageNamespace.PACKAGE_NAMESPACE;
    for (BundleCapability exported : revision.getDeclaredCapabilities(namespace)) {
      packages.add(String.valueOf(exported.getAttributes().get(namespace)));
    }
    for (BundleRequirement imported : revision.getDeclaredRequirements(namespace)) {
      String filter = imported.getDirectives().get(Constants.FILTER_DIRECTIVE);
      if (filter != null) {
        Matcher name = PACKAGE.matcher(filter);
        while (name.find()) {
          packages.add(name.group(1));
        }
      }
    }
  }
}
