package dev.talaria.launcher.framework;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;

/** A bundle without classes, made for a test: a manifest, and a resource in each package. */
final class TestBundle {
  /** The resource that stands for a class in what class loaders are asked for. */
  static final String MARKER = "marker.txt";

  private final Map<String, String> headers = new LinkedHashMap<>();
  private final Map<String, byte[]> entries = new LinkedHashMap<>();

  TestBundle(String symbolicName, String version) {
    header("Bundle-ManifestVersion", "2");
    header("Bundle-SymbolicName", symbolicName);
    header("Bundle-Version", version);
  }

  TestBundle header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  TestBundle exporting(String packageName) {
    entries.put(
        packageName.replace('.', '/') + "/" + MARKER, packageName.getBytes(StandardCharsets.UTF_8));
    return header("Export-Package", packageName);
  }

  TestBundle importing(String clause) {
    return header("Import-Package", clause);
  }

  TestBundle with(Class<?> type) {
    String name = type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
      entries.put(name, in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  byte[] bytes() {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    headers.forEach((name, value) -> manifest.getMainAttributes().putValue(name, value));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JarOutputStream jar = new JarOutputStream(bytes, manifest)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        jar.putNextEntry(new ZipEntry(entry.getKey()));
        jar.write(entry.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  InputStream stream() {
    return new ByteArrayInputStream(bytes());
  }

  void write(Path file) throws IOException {
    Files.write(file, bytes());
  }
}
