package dev.talaria.config.internal.store;

import dev.talaria.formats.cfg.CfgValue;
import java.util.Set;
import java.util.SortedMap;

/**
 * What Config Admin is about to be told by this bundle, so that its store knows its own hand when
 * the change comes back to be persisted.
 */
sealed interface Expectation {
  /** The values come from the file: it must not be written. */
  record FromFile(SortedMap<String, CfgValue> values) implements Expectation {}

  /**
   * The values come from a command.
   *
   * @param keys that the file has to say, even where Config Admin holds the value already
   */
  record FromCommand(SortedMap<String, CfgValue> values, Set<String> keys) implements Expectation {}

  /** The configuration goes, whatever file is there stays. */
  record Forgotten(String by) implements Expectation {}

  /** The configuration was deleted by a command, its file is gone. */
  record Deleted() implements Expectation {}
}
