package dev.talaria.formats.dropped;

import java.util.Locale;
import java.util.Optional;

/** What a file that is meant to be deployed may be. */
public enum DroppedKind {
  /** A JAR that is an OSGi bundle. */
  BUNDLE(".jar"),
  /** A JAR that is none; a bundle is made of it. */
  PLAIN_JAR(".jar"),
  /** A Java source; it is compiled, and a bundle is made of it. */
  SOURCE(".java");

  /** Bytes of the longest source that is compiled: a class of people's making is far shorter. */
  public static final long LONGEST_SOURCE = 1 << 20;

  private final String ending;

  DroppedKind(String ending) {
    this.ending = ending;
  }

  /** Whether a file of this name is a source, by its ending. */
  public static boolean isSource(String fileName) {
    return fileName.toLowerCase(Locale.ROOT).endsWith(SOURCE.ending);
  }

  /** Whether a file of this name is meant to be taken, by its ending. */
  public static boolean isDroppable(String fileName) {
    return isSource(fileName) || fileName.toLowerCase(Locale.ROOT).endsWith(BUNDLE.ending);
  }

  /** Returns the key of {@code dev.talaria.deploy} that has to be true; empty: it needs none. */
  public Optional<String> key() {
    return switch (this) {
      case BUNDLE -> Optional.empty();
      case PLAIN_JAR -> Optional.of("allow_plain_jar");
      case SOURCE -> Optional.of("allow_source");
    };
  }
}
