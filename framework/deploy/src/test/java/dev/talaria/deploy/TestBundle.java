package dev.talaria.deploy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** Builds the JAR of a bundle in memory. */
public final class TestBundle {
  private final Manifest manifest = new Manifest();
  private final Map<String, byte[]> entries = new LinkedHashMap<>();

  private TestBundle() {}

  public static TestBundle named(String symbolicName, String version) {
    TestBundle bundle = new TestBundle();
    bundle.manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    return bundle
        .header("Bundle-ManifestVersion", "2")
        .header("Bundle-SymbolicName", symbolicName)
        .header("Bundle-Version", version);
  }

  public TestBundle header(String name, String value) {
    manifest.getMainAttributes().putValue(name, value);
    return this;
  }

  public TestBundle entry(String name, String content) {
    entries.put(name, content.getBytes(StandardCharsets.UTF_8));
    return this;
  }

  public TestBundle entry(String name, byte[] content) {
    entries.put(name, content);
    return this;
  }

  /** Adds a class of the tests. */
  public TestBundle type(Class<?> type) {
    String name = type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
      entries.put(name, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  /** Adds a class of the tests and makes it the activator. */
  public TestBundle activator(Class<?> type) {
    return type(type)
        .header("Bundle-Activator", type.getName())
        .header("Import-Package", "org.osgi.framework");
  }

  public byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarOutputStream jar = new JarOutputStream(bytes)) {
      jar.setLevel(0); // Contents of one length make JARs of one length.
      jar.putNextEntry(timeless("META-INF/MANIFEST.MF"));
      manifest.write(jar);
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        jar.putNextEntry(timeless(entry.getKey()));
        jar.write(entry.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /** The same bytes whenever it is built: tests compare hashes. */
  private static ZipEntry timeless(String name) {
    ZipEntry entry = new ZipEntry(name);
    entry.setTime(0);
    return entry;
  }
}
