package dev.talaria.registry.internal.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;

/**
 * Lines that may come for many tools of one owner at once: a few are written as they are, more of
 * them become one. For one publication, on one thread.
 */
final class LinesOfOwners {
  /** As many of one owner and kind are still read one by one. */
  static final int MAX_SINGLE = 20;

  private static final int NAMED = 3;

  private final Logger log;
  private final Map<Group, List<Line>> groups = new LinkedHashMap<>();

  private record Group(String who, String what) {}

  private record Line(String name, String text) {}

  LinesOfOwners(Logger log) {
    this.log = log;
  }

  /**
   * Notes a line.
   *
   * @param what happened, in words that fit many tools
   */
  void add(String who, String what, String name, String text) {
    groups.computeIfAbsent(new Group(who, what), g -> new ArrayList<>()).add(new Line(name, text));
  }

  /** Writes what was noted. */
  void write() {
    groups.forEach(
        (group, lines) -> {
          if (lines.size() <= MAX_SINGLE) {
            lines.forEach(line -> log.info(line.text()));
            return;
          }
          log.info(
              "{} tools of {} {}: {} and others",
              lines.size(),
              group.who(),
              group.what(),
              String.join(", ", lines.stream().limit(NAMED).map(Line::name).toList()));
          lines.forEach(line -> log.debug(line.text()));
        });
  }
}
