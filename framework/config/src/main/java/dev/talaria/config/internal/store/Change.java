package dev.talaria.config.internal.store;

import java.util.Set;

/**
 * A change of a configuration, for the audit trail.
 *
 * @param keys whose values changed; no values, they may be secrets
 * @param by {@code file}, {@code command} or {@code bundle}
 * @param deleted whether the whole configuration went
 */
public record Change(String pid, Set<String> keys, String by, boolean deleted) {
  static final String FILE = "file";
  static final String COMMAND = "command";
  static final String BUNDLE = "bundle";

  public Change {
    keys = Set.copyOf(keys);
  }
}
