package dev.talaria.formats.jar;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Builds JARs in memory. */
final class TestJar {
  private final Map<String, String> headers = new LinkedHashMap<>();
  private final Map<String, byte[]> entries = new LinkedHashMap<>();

  static TestJar bundle(String symbolicName) {
    return new TestJar()
        .header("Manifest-Version", "1.0")
        .header("Bundle-ManifestVersion", "2")
        .header("Bundle-SymbolicName", symbolicName)
        .header("Bundle-Version", "1.2.3");
  }

  TestJar header(String name, String value) {
    headers.put(name, value);
    return this;
  }

  TestJar entry(String name, String content) {
    return entry(name, content.getBytes(StandardCharsets.UTF_8));
  }

  TestJar entry(String name, byte[] content) {
    entries.put(name, content);
    return this;
  }

  /** The bytes, with the manifest last: nobody may count on its being first. */
  byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        zip.putNextEntry(new ZipEntry(entry.getKey()));
        zip.write(entry.getValue());
      }
      if (!headers.isEmpty()) {
        zip.putNextEntry(new ZipEntry("META-INF/MANIFEST.MF"));
        for (Map.Entry<String, String> header : headers.entrySet()) {
          String line = header.getKey() + ": " + header.getValue() + "\r\n";
          zip.write(line.getBytes(StandardCharsets.UTF_8));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }
}
