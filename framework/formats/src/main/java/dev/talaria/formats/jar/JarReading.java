package dev.talaria.formats.jar;

import java.util.Objects;

/** What became of reading a file as a bundle's JAR. */
public sealed interface JarReading {
  /**
   * A whole JAR with the manifest of a bundle. What the rules say to it is another question.
   *
   * @param jar what it says
   */
  record Readable(BundleJar jar) implements JarReading {
    public Readable {
      Objects.requireNonNull(jar, "jar");
    }
  }

  /**
   * A whole JAR that is no bundle.
   *
   * @param jar what it says
   */
  record Plain(PlainJar jar) implements JarReading {
    public Plain {
      Objects.requireNonNull(jar, "jar");
    }
  }

  /**
   * A file that may still be on its way: empty, without an end record at its end, or with an entry
   * that does not read to its checksum.
   *
   * @param reason what is missing
   */
  record Incomplete(String reason) implements JarReading {}

  /**
   * A whole file that is no acceptable bundle and will not become one by waiting.
   *
   * @param refusal why
   */
  record Unacceptable(Refusal refusal) implements JarReading {}
}
