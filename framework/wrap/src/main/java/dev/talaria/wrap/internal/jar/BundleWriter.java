package dev.talaria.wrap.internal.jar;

import aQute.bnd.header.Attrs;
import aQute.bnd.osgi.Analyzer;
import aQute.bnd.osgi.Annotation;
import aQute.bnd.osgi.Clazz;
import aQute.bnd.osgi.Constants;
import aQute.bnd.osgi.Descriptors.PackageRef;
import aQute.bnd.osgi.Descriptors.TypeRef;
import aQute.bnd.osgi.Jar;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes the bundle of classes that are none: with imports, descriptions of components and the
 * capabilities of tools, by bnd. For one thread.
 */
public final class BundleWriter {
  private static final String TOOL_SPEC = "dev/talaria/api/ToolSpec";

  /** The namespace of tools; see dev.talaria.api.ToolSpec, which states these capabilities. */
  private static final String TOOL = "dev.talaria.tool";

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  /** What signing added, which fits no other manifest, and what only holds for other readers. */
  private static final Pattern LEFT_OUT =
      Pattern.compile(
          "module-info\\.class|(?i)META-INF/(MANIFEST\\.MF|INDEX\\.LIST|[^/]+\\.(SF|RSA|DSA|EC)|SIG-[^/]*"
              + "|versions/.*)");

  private static final int MOST_PROBLEMS = 10;

  /** An entry's time that is the same everywhere. */
  private static final String TIME = "1980-02-01T00:00:00Z";

  private final List<Path> classPath;

  /**
   * Takes what it works with.
   *
   * @param classPath where the annotations are found that the classes carry
   */
  public BundleWriter(List<Path> classPath) {
    this.classPath = classPath;
  }

  /**
   * Writes a bundle.
   *
   * @param classes a JAR or a folder
   * @return what is wrong; empty if the bundle was written
   * @throws IOException if the machine stands in the way
   */
  public List<String> write(Path classes, String symbolicName, String version, Path target)
      throws IOException {
    try (StrangersAnalyzer analyzer = new StrangersAnalyzer()) {
      Jar jar = new Jar(symbolicName, classes.toFile());
      analyzer.setJar(jar);
      analyzer.setClasspath(classPath.stream().map(Path::toFile).toArray(File[]::new));
      analyzer.setProperty(Constants.BUNDLE_SYMBOLICNAME, symbolicName);
      analyzer.setProperty(Constants.BUNDLE_VERSION, version);
      for (String name : List.copyOf(jar.getResources().keySet())) {
        if (LEFT_OUT.matcher(name).matches()) {
          jar.remove(name);
        }
      }
      return write(analyzer, target);
    } catch (IOException | RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("bnd failed: " + e, e);
    }
  }

  private static List<String> write(Analyzer analyzer, Path target) throws Exception {
    analyzer.analyze();
    Map<TypeRef, Annotation> tools = tools(analyzer);
    if (tools.isEmpty()) {
      return List.of("it has no tools: none of its classes has @ToolSpec");
    }
    List<String> problems = new ArrayList<>();
    List<String> capabilities = new ArrayList<>();
    tools.forEach((type, spec) -> capabilities.add(capability(type, spec, problems)));
    if (!problems.isEmpty()) {
      return problems;
    }
    String others = analyzer.getProperty(Constants.PROVIDE_CAPABILITY);
    if (others != null) {
      capabilities.add(0, others);
    }
    analyzer.setProperty(Constants.PROVIDE_CAPABILITY, String.join(",", capabilities));
    leaveLibrariesTheirChoice(analyzer, tools.keySet());
    Jar jar = analyzer.getJar();
    jar.setManifest(analyzer.calcManifest());
    if (!analyzer.getErrors().isEmpty()) {
      return analyzer.getErrors().stream().limit(MOST_PROBLEMS).toList();
    }
    jar.setReproducible(TIME);
    jar.write(target.toFile());
    return List.of();
  }

  private static Map<TypeRef, Annotation> tools(Analyzer analyzer) {
    Map<TypeRef, Annotation> tools = new TreeMap<>();
    for (Clazz type : analyzer.getClassspace().values()) {
      try (Stream<Annotation> specs = type.annotations(TOOL_SPEC)) {
        specs.findFirst().ifPresent(spec -> tools.put(type.getClassName(), spec));
      }
    }
    return tools;
  }

  private static String capability(TypeRef type, Annotation spec, List<String> problems) {
    String name = String.valueOf(spec.<Object>get("name"));
    String toolset = String.valueOf(spec.<Object>get("toolset"));
    if (!NAME.matcher(name).matches() || !NAME.matcher(toolset).matches()) {
      problems.add(
          "its class "
              + type.getFQN()
              + " names a tool or toolset that nobody can call; compile it with the annotation"
              + " processor dev.talaria:processor, which says what is wrong");
    }
    boolean override = Boolean.TRUE.equals(spec.<Object>get("override"));
    return TOOL
        + ";"
        + TOOL
        + "="
        + name
        + ";toolset="
        + toolset
        + ";override:String="
        + override
        + ";schema=\"OSGI-INF/tools/"
        + name
        + ".json\";class=\""
        + type.getFQN()
        + "\"";
  }

  /**
   * What the author's own code needs has to be there. Libraries that were packed into the same JAR
   * refer to much that they do without.
   */
  private static void leaveLibrariesTheirChoice(Analyzer analyzer, Set<TypeRef> tools) {
    Set<String> own = new TreeSet<>();
    tools.forEach(tool -> own.add(tool.getPackageRef().getFQN()));
    Set<PackageRef> needed = new TreeSet<>();
    analyzer
        .getUses()
        .forEach(
            (user, used) -> {
              boolean isOwn =
                  own.stream()
                      .anyMatch(
                          root ->
                              user.getFQN().equals(root) || user.getFQN().startsWith(root + "."));
              if (isOwn) {
                needed.addAll(used);
              }
            });
    for (Map.Entry<PackageRef, Attrs> imported : analyzer.getImports().entrySet()) {
      if (!needed.contains(imported.getKey())) {
        imported.getValue().put(Constants.RESOLUTION_DIRECTIVE, "optional");
      }
    }
  }
}
