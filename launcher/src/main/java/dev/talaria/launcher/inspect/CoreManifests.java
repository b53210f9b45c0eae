package dev.talaria.launcher.inspect;

import dev.talaria.formats.jar.BundleJar;
import dev.talaria.formats.jar.BundleJarReader;
import dev.talaria.formats.jar.Clause;
import dev.talaria.formats.jar.ComponentDescription;
import dev.talaria.formats.jar.CoreFacts;
import dev.talaria.formats.jar.JarLimits;
import dev.talaria.formats.jar.JarReading;
import dev.talaria.formats.jar.ToolCapability;
import dev.talaria.launcher.core.CoreEntry;
import dev.talaria.launcher.core.CoreList;
import dev.talaria.launcher.errors.RefusedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the core is, read from the files of a distribution: the deploy agent asks the running
 * framework the same.
 */
final class CoreManifests {
  private static final String API = "dev.talaria.api";

  /** Read from Config Admin without being the configuration of a component. */
  private static final Set<String> POLICY_PIDS =
      Set.of("dev.talaria.plugin", "dev.talaria.toolset", "dev.talaria.toolsets");

  private final Set<String> names = new HashSet<>();
  private final Set<String> pids = new HashSet<>(POLICY_PIDS);
  private final Map<String, String> api = new HashMap<>();
  private final Map<String, String> toolOwners = new HashMap<>();
  private final Set<String> toolsets = new HashSet<>();
  private final Set<String> packages = new HashSet<>();

  private CoreManifests() {}

  /**
   * Reads the core's manifests.
   *
   * @param systemPackages that the framework exports
   */
  static CoreManifests read(CoreList list, Set<String> systemPackages) {
    CoreManifests core = new CoreManifests();
    core.names.add("org.apache.felix.framework");
    core.packages.addAll(systemPackages);
    BundleJarReader reader = new BundleJarReader(JarLimits.DEFAULT);
    for (CoreEntry entry : list.entries()) {
      core.add(jar(reader, list.path(entry)));
    }
    return core;
  }

  private static BundleJar jar(BundleJarReader reader, Path file) {
    try {
      if (reader.read(file) instanceof JarReading.Readable readable) {
        return readable.jar();
      }
    } catch (IOException e) {
      throw new RefusedException(file + " cannot be read: " + e.getMessage(), e);
    }
    throw new RefusedException(
        "the distribution is damaged: " + file + " is no bundle; unpack or build it again");
  }

  private void add(BundleJar jar) {
    names.add(jar.manifest().symbolicName());
    for (Clause clause : jar.manifest().exports()) {
      String version = clause.attribute("version").orElse("0.0.0");
      for (String name : clause.paths()) {
        packages.add(name);
        if (name.equals(API) || name.startsWith(API + ".")) {
          api.put(name, version);
        }
      }
    }
    jar.manifest().imports().forEach(clause -> packages.addAll(clause.paths()));
    for (ComponentDescription component : jar.components()) {
      pids.addAll(component.configurationPids());
    }
    for (ToolCapability tool : jar.manifest().tools()) {
      toolOwners.putIfAbsent(tool.name(), jar.manifest().symbolicName());
      toolsets.add(tool.toolset());
    }
  }

  CoreFacts facts() {
    return new CoreFacts(names, packages, pids, api, Runtime.version().feature());
  }

  /** Returns the core bundle that declares a tool, which reserves the name. */
  Optional<String> ownerOf(String tool) {
    return Optional.ofNullable(toolOwners.get(tool));
  }

  /** Whether a core bundle has tools in a toolset. */
  boolean hasToolset(String toolset) {
    return toolsets.contains(toolset);
  }
}
