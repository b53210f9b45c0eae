package dev.talaria.formats.dropped;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Symbolic name and version of the bundle that is made of a file. The names begin with {@code
 * plain.} or {@code source.}, so that none is that of a core bundle or of one that was built.
 *
 * @param symbolicName of the bundle
 * @param version of the bundle
 */
public record DroppedName(String symbolicName, String version) {
  private static final String NO_VERSION = "0.0.0";

  /** A base name, and a version behind it as build tools write them. */
  private static final Pattern VERSIONED = Pattern.compile("(.*?\\D)[-_]v?(\\d+(?:[.].+|-.+)?)");

  private static final Pattern VERSION =
      Pattern.compile("(\\d{1,9})(?:\\.(\\d{1,9}))?(?:\\.(\\d{1,9}))?(?:[.-](.+))?");

  /**
   * Names the bundle of a JAR: by its {@code Automatic-Module-Name}, else by the file's name
   * without the version.
   *
   * @param fileName with its ending
   * @param headers of the manifest's main section
   */
  public static DroppedName ofJar(String fileName, Map<String, String> headers) {
    String base = withoutEnding(fileName);
    Matcher versioned = VERSIONED.matcher(base);
    boolean hasVersion = versioned.matches();
    String module = headers.getOrDefault("Automatic-Module-Name", "").strip();
    String name = !module.isEmpty() ? module : hasVersion ? versioned.group(1) : base;
    Optional<String> version = hasVersion ? version(versioned.group(2)) : Optional.empty();
    return new DroppedName(
        "plain." + plain(name),
        version
            .or(() -> version(headers.getOrDefault("Implementation-Version", "").strip()))
            .orElse(NO_VERSION));
  }

  /**
   * Names the bundle of a source.
   *
   * @param fileName with its ending
   */
  public static DroppedName ofSource(String fileName) {
    return new DroppedName("source." + plain(withoutEnding(fileName)), NO_VERSION);
  }

  private static String withoutEnding(String fileName) {
    int dot = fileName.lastIndexOf('.');
    return dot < 0 ? fileName : fileName.substring(0, dot);
  }

  /** Puts {@code _} for what no symbolic name may contain. */
  private static String plain(String name) {
    String plain = name.replaceAll("[^A-Za-z0-9_.-]", "_").replaceAll("\\.(?=\\.|$)|^\\.", "_");
    return plain.isEmpty() ? "_" : plain;
  }

  private static Optional<String> version(String text) {
    Matcher parts = VERSION.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String numbers = parts.group(1) + "." + orZero(parts.group(2)) + "." + orZero(parts.group(3));
    return Optional.of(
        parts.group(4) == null
            ? numbers
            : numbers + "." + parts.group(4).replaceAll("[^A-Za-z0-9_-]", "_"));
  }

  private static String orZero(String number) {
    return number == null ? "0" : number;
  }
}
