package dev.talaria.config.internal.store;

import dev.talaria.formats.cfg.CfgProblem;
import dev.talaria.formats.cfg.CfgValue;
import java.util.List;
import java.util.SortedMap;

/** What is known of one PID. Guarded by the store's lock; the maps in it are never changed. */
final class Stored {
  /** What Config Admin holds, as text; null when it holds no configuration of this PID. */
  SortedMap<String, CfgValue> held;

  /** Hash of the content that was last taken, readable or not; null before the first time. */
  String takenHash;

  /** Why the file cannot be read; null when it can. */
  CfgProblem unreadable;

  /** What is wrong with single keys of the file. */
  List<CfgProblem> problems = List.of();

  /** What this bundle is telling Config Admin at the moment, or null. */
  Expectation expected;
}
