package dev.talaria.launcher.framework;

import dev.talaria.launcher.core.CoreEntry;
import dev.talaria.launcher.core.CoreList;
import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.home.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.felix.framework.Felix;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.hooks.bundle.CollisionHook;
import org.osgi.framework.hooks.resolver.ResolverHookFactory;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.namespace.PackageNamespace;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRequirement;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.FrameworkWiring;

/**
 * A framework that is never started, with the core and the hooks of a real one, in a folder that
 * goes with it: what resolves here resolves there. No bundle in it is started, so nothing of a
 * bundle runs. For one thread.
 */
public final class DryFramework implements AutoCloseable {
  private static final long STOP_MILLIS = 5_000;

  private final Path storage;
  private final Framework framework;
  private final CoreBundles core = new CoreBundles();

  private DryFramework(Path storage) {
    this.storage = storage;
    FrameworkSettings settings =
        new FrameworkSettings(
            new Home(storage),
            storage,
            storage,
            "",
            "127.0.0.1",
            0,
            Optional.empty(),
            false,
            false);
    this.framework = new Felix(settings.properties());
  }

  /** Makes a framework with the core of a list. */
  public static DryFramework open(CoreList list) {
    DryFramework dry = null;
    try {
      dry = new DryFramework(Files.createTempDirectory("talaria-inspect"));
      dry.install(list);
      return dry;
    } catch (IOException | BundleException e) {
      if (dry != null) {
        dry.close();
      }
      throw new RefusedException(
          "the core cannot be laid out to compare with: " + e.getMessage(), e);
    }
  }

  private void install(CoreList list) throws BundleException {
    framework.init();
    BundleContext context = framework.getBundleContext();
    context.registerService(ResolverHookFactory.class, new WiringHook(core), null);
    context.registerService(CollisionHook.class, new DoublingHook(core), null);
    for (CoreEntry entry : list.entries()) {
      core.add(context.installBundle("reference:" + list.path(entry).toUri()));
    }
    core.seal(framework);
  }

  /** Returns the packages that the framework itself exports. */
  public Set<String> systemPackages() {
    Set<String> names = new HashSet<>();
    for (BundleCapability capability :
        framework
            .adapt(BundleRevision.class)
            .getDeclaredCapabilities(PackageNamespace.PACKAGE_NAMESPACE)) {
      names.add(String.valueOf(capability.getAttributes().get(PackageNamespace.PACKAGE_NAMESPACE)));
    }
    return names;
  }

  /**
   * Resolves a bundle beside the core and others. To be asked once, of files that the rules for
   * manifests let pass: an extension bundle would run code here.
   *
   * @param others that are there as well; one that cannot be installed is left out
   * @return what it lacks, a phrase each; empty if it resolves
   */
  public List<String> missing(Path file, List<Path> others) {
    BundleContext context = framework.getBundleContext();
    for (Path other : others) {
      try {
        context.installBundle("reference:" + other.toUri());
      } catch (BundleException e) {
        continue; // What the framework does not take cannot help the one that is asked about.
      }
    }
    Bundle bundle;
    try {
      bundle = context.installBundle("reference:" + file.toUri());
    } catch (BundleException e) {
      return List.of("a manifest that the framework takes: " + e.getMessage());
    }
    FrameworkWiring wiring = framework.adapt(FrameworkWiring.class);
    if (wiring.resolveBundles(List.of(bundle))) {
      return List.of();
    }
    Set<String> missing = new TreeSet<>();
    for (BundleRequirement requirement :
        bundle.adapt(BundleRevision.class).getDeclaredRequirements(null)) {
      if (isNeeded(requirement) && wiring.findProviders(requirement).isEmpty()) {
        missing.add(
            requirement.getNamespace()
                + " "
                + requirement.getDirectives().getOrDefault(Constants.FILTER_DIRECTIVE, ""));
      }
    }
    return missing.isEmpty()
        ? List.of("another choice: what it needs cannot be used together or is closed to it")
        : new ArrayList<>(missing);
  }

  private static boolean isNeeded(BundleRequirement requirement) {
    String resolution = requirement.getDirectives().get(Constants.RESOLUTION_DIRECTIVE);
    String effective = requirement.getDirectives().get(Constants.EFFECTIVE_DIRECTIVE);
    return !Constants.RESOLUTION_OPTIONAL.equals(resolution)
        && !"dynamic".equals(resolution)
        && (effective == null || effective.equals(Constants.EFFECTIVE_RESOLVE));
  }

  @Override
  public void close() {
    try {
      framework.stop();
      framework.waitForStop(STOP_MILLIS);
    } catch (BundleException e) {
      throw new IllegalStateException("the framework that was never started does not stop", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    try (Stream<Path> files = Files.walk(storage)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new RefusedException(storage + " cannot be deleted: " + e.getMessage(), e);
    }
  }
}
