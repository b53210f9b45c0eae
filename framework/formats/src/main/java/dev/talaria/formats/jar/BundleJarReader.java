package dev.talaria.formats.jar;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;

/**
 * Reads a file as the JAR of a bundle. Runs nothing of it, loads no class, extracts to no path that
 * the JAR names, and reads every entry to its checksum. Thread-safe.
 */
public final class BundleJarReader {
  private static final String MANIFEST = "META-INF/MANIFEST.MF";
  private static final String SYMBOLIC_NAME = "Bundle-SymbolicName";

  private final JarLimits limits;

  public BundleJarReader(JarLimits limits) {
    this.limits = Objects.requireNonNull(limits, "limits");
  }

  /**
   * Says what is missing at the end of a file, at the price of reading its tail: a quick look that
   * saves the rest while a file is still being written.
   *
   * @return what is wrong; empty if the file ends as a JAR does
   */
  public static Optional<String> problemAtEnd(Path file) throws IOException {
    return ZipEnd.problem(file);
  }

  /**
   * Reads a file, which must not change meanwhile: read a private copy.
   *
   * @throws IOException if the file itself cannot be read, for what reason ever; what its content
   *     lacks is in the result
   */
  public JarReading read(Path file) throws IOException {
    Optional<String> end = ZipEnd.problem(file);
    if (end.isPresent()) {
      return new JarReading.Incomplete(end.get());
    }
    if (ZipEnd.isZip64(file)) {
      return new JarReading.Unacceptable(
          new Refusal(
              "it has the zip64 format, as a JAR of more than 65535 entries or 4 GiB has, which is"
                  + " not supported",
              "Put less into the JAR, or build it without zip64."));
    }
    try (JarEntries entries = JarEntries.open(file, limits)) {
      return read(file, entries);
    } catch (IncompleteJarException e) {
      return new JarReading.Incomplete(e.getMessage());
    } catch (UnsafeJarException e) {
      return new JarReading.Unacceptable(
          new Refusal(e.getMessage(), "Build the JAR anew with an ordinary tool."));
    } catch (InvalidManifestException e) {
      return new JarReading.Unacceptable(new Refusal(e.getMessage(), PlainJar.REMEDY));
    }
  }

  private static JarReading read(Path file, JarEntries entries)
      throws IOException, IncompleteJarException, UnsafeJarException, InvalidManifestException {
    // The manifest may stand anywhere; it says which of the others have to be looked into.
    ZipEntry entry = entries.entry(MANIFEST);
    if (entry == null) {
      return plain("it is no OSGi bundle: it has no " + MANIFEST, Map.of(), file, entries);
    }
    Map<String, String> headers = ManifestParser.parse(entries.content(entry));
    if (headers.getOrDefault(SYMBOLIC_NAME, "").isBlank()) {
      return plain(
          "it is no OSGi bundle: its manifest has no " + SYMBOLIC_NAME, headers, file, entries);
    }
    return new JarReading.Readable(jar(headers, file, entries));
  }

  private static JarReading plain(
      String lacks, Map<String, String> headers, Path file, JarEntries entries)
      throws IOException, IncompleteJarException, UnsafeJarException {
    entries.readAll(Set.of());
    return new JarReading.Plain(
        new PlainJar(lacks, headers, entries.names(), SignatureReader.read(file, entries.names())));
  }

  private static BundleJar jar(Map<String, String> headers, Path file, JarEntries entries)
      throws IOException, IncompleteJarException, UnsafeJarException, InvalidManifestException {
    BundleManifest manifest = BundleManifest.of(headers);
    Set<String> described = descriptions(manifest, entries.names());
    Set<String> declared = new HashSet<>();
    manifest.tools().forEach(tool -> declared.add(tool.document()));
    Set<String> kept = new HashSet<>(declared);
    kept.addAll(described);
    Map<String, byte[]> contents = new HashMap<>(entries.readAll(kept));

    List<ComponentDescription> components = new ArrayList<>();
    for (String resource : described) {
      components.addAll(ComponentXml.parse(resource, contents.get(resource)));
    }
    contents.keySet().retainAll(declared);
    return new BundleJar(
        manifest,
        entries.names(),
        components,
        apiCopies(manifest, entries),
        contents,
        SignatureReader.read(file, entries.names()));
  }

  private static Set<String> descriptions(BundleManifest manifest, Set<String> names)
      throws InvalidManifestException {
    Set<String> found = new HashSet<>();
    for (String path : manifest.componentPaths()) {
      String plain = path.startsWith("/") ? path.substring(1) : path;
      if (!plain.contains("*")) {
        if (!names.contains(plain)) {
          throw new InvalidManifestException(
              "its Service-Component names " + plain + ", which is not in it");
        }
        found.add(plain);
        continue;
      }
      int slash = plain.lastIndexOf('/') + 1;
      for (String name : names) {
        if (name.startsWith(plain.substring(0, slash))
            && name.indexOf('/', slash) < 0
            && Wildcard.matches(plain.substring(slash), name.substring(slash))) {
          found.add(name);
        }
      }
    }
    return found;
  }

  private static List<String> apiCopies(BundleManifest manifest, JarEntries entries)
      throws IOException, UnsafeJarException {
    List<String> copies = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (String element : manifest.classPath()) {
      String path = element.startsWith("/") ? element.substring(1) : element;
      if (!seen.add(path)) {
        continue;
      }
      ZipEntry embedded = entries.entry(path);
      if (embedded != null && !embedded.isDirectory()) {
        for (String name : entries.namesOfEmbedded(embedded)) {
          if (ApiCopy.isOne(name, "")) {
            copies.add(path + "!/" + name);
          }
        }
        continue;
      }
      String root =
          path.isEmpty() || path.equals(".") ? "" : path.endsWith("/") ? path : path + "/";
      for (String name : entries.names()) {
        if (ApiCopy.isOne(name, root)) {
          copies.add(name);
        }
      }
    }
    copies.sort(null);
    return copies;
  }

  /** Names of classes that would be a second {@code dev.talaria.api}. */
  private static final class ApiCopy {
    private static final String FOLDER = "dev/talaria/api/";
    private static final String VERSIONS = "META-INF/versions/";

    static boolean isOne(String name, String root) {
      if (!name.startsWith(root) || !name.endsWith(".class")) {
        return false;
      }
      String path = name.substring(root.length());
      if (path.startsWith(VERSIONS)) {
        path = path.substring(path.indexOf('/', VERSIONS.length()) + 1);
      }
      return path.startsWith(FOLDER);
    }
  }
}
