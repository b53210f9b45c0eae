package dev.talaria.config.internal.store;

import dev.talaria.formats.cfg.CfgDocument;
import dev.talaria.formats.cfg.CfgProblem;
import dev.talaria.formats.cfg.CfgValue;
import java.util.SortedMap;

/** What a look at a configuration's file gave. */
public sealed interface Reading {
  /** There is no file. */
  record Absent() implements Reading {}

  /**
   * A valid file.
   *
   * @param hash of its content
   * @param values all that it says, the keys of Config Admin itself included
   */
  record Readable(String hash, CfgDocument document, SortedMap<String, CfgValue> values)
      implements Reading {}

  /**
   * A file whose values must not be used.
   *
   * @param hash of its content; empty when the same content may be judged otherwise later
   */
  record Unreadable(String hash, CfgProblem problem) implements Reading {}
}
