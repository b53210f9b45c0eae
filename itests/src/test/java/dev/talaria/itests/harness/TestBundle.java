package dev.talaria.itests.harness;

import aQute.bnd.osgi.Builder;
import aQute.bnd.osgi.EmbeddedResource;
import aQute.bnd.osgi.Jar;
import dev.talaria.api.ToolSpec;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.osgi.annotation.bundle.Capability;
import org.osgi.service.component.annotations.Component;

/**
 * A small bundle that bnd makes of classes of these tests, as an author's build would: descriptions
 * of components and capabilities from the annotations, imports from the code, declaration documents
 * from the processor, which ran over these tests.
 */
public final class TestBundle {
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final List<String> packages = new ArrayList<>();
  private final List<String> tools = new ArrayList<>();
  private final List<String> left = new ArrayList<>();
  private final Map<String, String> entries = new LinkedHashMap<>();

  private TestBundle(String symbolicName, String version) {
    headers.put("Bundle-SymbolicName", symbolicName);
    headers.put("Bundle-Version", version);
  }

  public static TestBundle named(String symbolicName, String version) {
    return new TestBundle(symbolicName, version);
  }

  /** Adds all classes of the package of a class, which has the tools of these names. */
  public TestBundle with(Class<?> type, String... names) {
    packages.add(type.getPackageName());
    tools.addAll(List.of(names));
    return this;
  }

  /** Sets a header of bnd, which is one of the manifest for most names. */
  public TestBundle header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  /** Leaves a class out after everything was computed, as a broken build would. */
  public TestBundle without(Class<?> type) {
    left.add(type.getName().replace('.', '/') + ".class");
    return this;
  }

  /** Adds an entry. */
  public TestBundle entry(String path, String content) {
    entries.put(path, content);
    return this;
  }

  /** Builds the JAR. */
  public Path in(Path folder) {
    Path classes = Path.of(System.getProperty("itests.classes", "target/test-classes"));
    Path file =
        folder.resolve(headers.get("Bundle-SymbolicName").replaceAll("[;:= ].*", "") + ".jar");
    try (Builder builder = new Builder()) {
      builder.setClasspath(
          new File[] {
            classes.toFile(), jarOf(ToolSpec.class), jarOf(Component.class), jarOf(Capability.class)
          });
      headers.forEach(builder::setProperty);
      builder.setProperty("-noextraheaders", "true");
      builder.setProperty("-resourceonly", "true");
      if (!packages.isEmpty()) {
        builder.setProperty("Private-Package", String.join(",", packages));
        builder.setProperty("Include-Resource", documents(classes));
      }
      Jar jar = builder.build();
      if (!builder.getErrors().isEmpty()) {
        throw new AssertionError(builder.getErrors().toString());
      }
      left.forEach(jar::remove);
      entries.forEach((path, content) -> jar.putResource(path, new EmbeddedResource(content, 0L)));
      Files.createDirectories(folder);
      jar.write(file.toFile());
      return file;
    } catch (Exception e) {
      throw new AssertionError("bnd could not build " + headers, e);
    }
  }

  private String documents(Path classes) {
    return tools.stream()
        .map(tool -> "OSGI-INF/tools/" + tool + ".json")
        .map(path -> path + "=" + classes.resolve(path))
        .collect(Collectors.joining(","));
  }

  private static File jarOf(Class<?> type) throws URISyntaxException {
    return new File(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }
}
