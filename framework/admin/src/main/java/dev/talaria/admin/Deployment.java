package dev.talaria.admin;

import java.util.List;
import java.util.Objects;

/**
 * One content of one deployed bundle, as the deploy agent recorded it.
 *
 * @param symbolicName the owner's name
 * @param version of the bundle
 * @param id SHA-256 of the content, in hexadecimal
 * @param sequence the owner's place in the order of plugins; kept over updates and restarts
 * @param source the file it came from, for messages
 * @param hooks that its components declare
 */
public record Deployment(
    String symbolicName,
    String version,
    String id,
    long sequence,
    String source,
    List<DeclaredHook> hooks) {
  public Deployment {
    Objects.requireNonNull(symbolicName, "symbolicName");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(id, "id");
    Objects.requireNonNull(source, "source");
    hooks = List.copyOf(hooks);
  }

  /** Creates the record of a content that declares no hooks. */
  public Deployment(String symbolicName, String version, String id, long sequence, String source) {
    this(symbolicName, version, id, sequence, source, List.of());
  }
}
