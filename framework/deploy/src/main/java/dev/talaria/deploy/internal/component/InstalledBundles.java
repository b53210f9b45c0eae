package dev.talaria.deploy.internal.component;

import dev.talaria.admin.DeployAgent.InstalledBundle;
import dev.talaria.deploy.internal.agent.FileStatus;
import dev.talaria.deploy.internal.bundles.BundleControl;
import dev.talaria.deploy.internal.bundles.ComponentStates;
import dev.talaria.formats.jar.ToolCapability;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.wiring.BundleRevision;

/** Describes what is installed in the framework. Thread-safe. */
final class InstalledBundles {
  private final BundleContext context;
  private final Predicate<Bundle> core;
  private final ComponentStates components;

  InstalledBundles(BundleContext context, Predicate<Bundle> core, ComponentStates components) {
    this.context = context;
    this.core = core;
    this.components = components;
  }

  List<InstalledBundle> list(List<FileStatus> files) {
    Map<Long, String> sources = new HashMap<>();
    for (FileStatus file : files) {
      file.bundle().ifPresent(bundle -> sources.putIfAbsent(bundle.getBundleId(), file.file()));
    }
    List<InstalledBundle> list = new ArrayList<>();
    for (Bundle bundle : context.getBundles()) {
      list.add(
          new InstalledBundle(
              bundle.getBundleId(),
              Optional.ofNullable(bundle.getSymbolicName()).orElse(""),
              bundle.getVersion().toString(),
              state(bundle),
              broughtBy(bundle, sources),
              tools(bundle),
              components.waitingFor(bundle)));
    }
    list.sort(Comparator.comparingLong(InstalledBundle::id));
    return List.copyOf(list);
  }

  private String broughtBy(Bundle bundle, Map<Long, String> sources) {
    if (bundle.getBundleId() == 0 || core.test(bundle)) {
      return "core";
    }
    String otherwise =
        bundle.getLocation().startsWith(BundleControl.LOCATION)
            ? "an earlier version, until its calls are back"
            : "unknown";
    return sources.getOrDefault(bundle.getBundleId(), otherwise);
  }

  private static List<String> tools(Bundle bundle) {
    BundleRevision revision = bundle.adapt(BundleRevision.class);
    if (revision == null) {
      return List.of(); // Uninstalled since the list was made.
    }
    return revision.getDeclaredCapabilities(ToolCapability.NAMESPACE).stream()
        .map(capability -> String.valueOf(capability.getAttributes().get(ToolCapability.NAMESPACE)))
        .sorted()
        .toList();
  }

  private static String state(Bundle bundle) {
    return switch (bundle.getState()) {
      case Bundle.UNINSTALLED -> "UNINSTALLED";
      case Bundle.INSTALLED -> "INSTALLED";
      case Bundle.RESOLVED -> "RESOLVED";
      case Bundle.STARTING -> "STARTING";
      case Bundle.STOPPING -> "STOPPING";
      default -> "ACTIVE";
    };
  }
}
