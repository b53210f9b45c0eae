package dev.talaria.launcher.inspect;

import dev.talaria.formats.jar.BundleJar;
import dev.talaria.formats.jar.BundleJarReader;
import dev.talaria.formats.jar.ComponentDescription;
import dev.talaria.formats.jar.JarLimits;
import dev.talaria.formats.jar.JarReading;
import dev.talaria.formats.jar.ManifestRules;
import dev.talaria.formats.jar.PlainJar;
import dev.talaria.formats.jar.Refusal;
import dev.talaria.formats.jar.ToolCapability;
import dev.talaria.launcher.core.CoreList;
import dev.talaria.launcher.core.Sha256;
import dev.talaria.launcher.framework.DryFramework;
import dev.talaria.pipeline.CheckedDocument;
import dev.talaria.pipeline.InvalidToolDocumentException;
import dev.talaria.pipeline.JsonMappers;
import dev.talaria.pipeline.ToolDocument;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.json.JsonMapper;

/**
 * Judges a file by the rules of the deploy agent and the declarations of the registry, against the
 * core of a distribution. Runs nothing of it. For one thread.
 */
public final class Inspector {
  /** Which grant a service of a deployed bundle needs to be asked. */
  private static final Map<String, String> GRANTS =
      Map.of(
          "dev.talaria.api.hook.ObservingHook", "hooks.observe",
          "dev.talaria.api.hook.BlockingHook", "hooks.block",
          "dev.talaria.api.hook.RewritingHook", "hooks.rewrite",
          "dev.talaria.api.hook.TransformingHook", "hooks.transform");

  private final CoreList list;
  private final Path deployFolder;
  private final OverridePolicy policy;
  private final JsonMapper mapper = JsonMappers.base();
  private final BundleJarReader reader = new BundleJarReader(JarLimits.DEFAULT);

  /**
   * Creates an inspector.
   *
   * @param list the core to compare with
   * @param deployFolder whose bundles count as present; need not exist
   */
  public Inspector(CoreList list, Path deployFolder, OverridePolicy policy) {
    this.list = list;
    this.deployFolder = deployFolder;
    this.policy = policy;
  }

  /**
   * Inspects a file.
   *
   * @throws IOException if it cannot be read
   */
  public Inspection inspect(Path file) throws IOException {
    String sha256 = Sha256.of(file);
    JarReading reading = reader.read(file);
    if (reading instanceof JarReading.Incomplete incomplete) {
      return unreadable(
          sha256,
          new Refusal("it is truncated or corrupt: " + incomplete.reason(), "Copy it anew."));
    }
    if (reading instanceof JarReading.Unacceptable unacceptable) {
      return unreadable(sha256, unacceptable.refusal());
    }
    if (reading instanceof JarReading.Plain plain) {
      return unreadable(
          sha256,
          new Refusal(
              plain.jar().lacks(),
              PlainJar.REMEDY
                  + " With allow_plain_jar=true the deploy folder takes it if it has tools; what"
                  + " would be made of it is not shown here"));
    }
    BundleJar jar = ((JarReading.Readable) reading).jar();
    try (DryFramework framework = DryFramework.open(list)) {
      CoreManifests core = CoreManifests.read(list, framework.systemPackages());
      ManifestRules rules = new ManifestRules(core.facts(), this::problem);
      List<Refusal> refusals = rules.check(jar);
      List<String> notes = new ArrayList<>(grants(jar));
      List<String> missing = List.of();
      if (refusals.isEmpty()) {
        List<Path> others = others(rules, jar.manifest().symbolicName());
        missing = framework.missing(file, others);
        notes.add(
            "resolved beside the core and " + others.size() + " other bundles of " + deployFolder);
      } else {
        notes.add("not resolved, since it would be refused");
      }
      notes.add(
          "not checked: whether its components start, what they register, and clashes with plugins"
              + " and MCP servers");
      return new Inspection(sha256, Optional.of(jar), refusals, tools(jar, core), missing, notes);
    }
  }

  private static Inspection unreadable(String sha256, Refusal refusal) {
    return new Inspection(
        sha256, Optional.empty(), List.of(refusal), List.of(), List.of(), List.of());
  }

  private Optional<String> problem(ToolCapability tool, byte[] document) {
    try {
      CheckedDocument.read(tool.name(), tool.toolset(), tool.override(), document, mapper)
          .compile(mapper);
      return Optional.empty();
    } catch (InvalidToolDocumentException e) {
      return Optional.of(e.getMessage());
    }
  }

  private List<InspectedTool> tools(BundleJar jar, CoreManifests core) {
    List<InspectedTool> tools = new ArrayList<>();
    for (ToolCapability tool : jar.manifest().tools()) {
      byte[] bytes = jar.documents().get(tool.document());
      Optional<ToolDocument> document = Optional.empty();
      Optional<String> problem = Optional.of("it has no declaration document");
      if (bytes != null) {
        problem = problem(tool, bytes);
        document = problem.isEmpty() ? document(tool, bytes) : document;
      }
      Optional<String> clash = core.ownerOf(tool.name());
      tools.add(
          new InspectedTool(
              tool.name(),
              tool.toolset(),
              document.map(ToolDocument::description).orElse(""),
              document.map(ToolDocument::inputSchema).orElse(""),
              tool.override(),
              problem,
              clash,
              outcome(jar.manifest().symbolicName(), tool, clash, core)));
    }
    return tools;
  }

  private Optional<ToolDocument> document(ToolCapability tool, byte[] bytes) {
    try {
      return Optional.of(
          CheckedDocument.read(tool.name(), tool.toolset(), tool.override(), bytes, mapper)
              .document());
    } catch (InvalidToolDocumentException e) {
      return Optional.empty();
    }
  }

  private String outcome(
      String plugin, ToolCapability tool, Optional<String> clash, CoreManifests core) {
    if (clash.isPresent()) {
      return policy.outcome(plugin, tool.name(), tool.override(), clash.get());
    }
    if (core.hasToolset(tool.toolset()) && !policy.isGranted(plugin, "toolsets")) {
      return "stands, but in a toolset of its owner's name: "
          + tool.toolset()
          + " is builtin, and joining it needs `talaria policy grant "
          + plugin
          + " toolsets`";
    }
    return "stands unless another plugin before it has the name";
  }

  private List<String> grants(BundleJar jar) {
    Set<String> needed = new LinkedHashSet<>();
    for (ComponentDescription component : jar.components()) {
      for (String service : component.services()) {
        Optional.ofNullable(GRANTS.get(service)).ifPresent(needed::add);
      }
    }
    List<String> notes = new ArrayList<>();
    String plugin = jar.manifest().symbolicName();
    for (String grant : needed) {
      notes.add(
          "asks for the grant "
              + grant
              + (policy.isGranted(plugin, grant)
                  ? ", which it has"
                  : "; without `talaria policy grant "
                      + plugin
                      + " "
                      + grant
                      + "` it is not asked"));
    }
    return notes;
  }

  /** Of the folder, what the rules let pass: only that may be installed anywhere. */
  private List<Path> others(ManifestRules rules, String symbolicName) throws IOException {
    List<Path> others = new ArrayList<>();
    if (!Files.isDirectory(deployFolder)) {
      return others;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(deployFolder, "*.jar")) {
      for (Path file : files) {
        if (Files.isRegularFile(file)
            && reader.read(file) instanceof JarReading.Readable readable
            && !readable.jar().manifest().symbolicName().equals(symbolicName)
            && rules.check(readable.jar()).isEmpty()) {
          others.add(file);
        }
      }
    }
    return others;
  }
}
