package dev.talaria.registry.internal.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;

/**
 * What becomes of the tools of one owner at once, in one line: that a bundle came, was updated or
 * left is one event, however many tools it has. What happened to each is in the log at DEBUG. For
 * one publication, on one thread.
 */
final class LinesOfOwners {
  /** As many names are written out. */
  static final int MAX_NAMED = 20;

  private final Logger log;
  private final Map<String, Lines> owners = new TreeMap<>();

  /** Of one owner; what came, what left and what else happened, by the name of the tool. */
  private static final class Lines {
    private final Map<String, Line> came = new TreeMap<>();
    private final Map<String, Line> left = new TreeMap<>();
    private final Map<String, List<Line>> others = new LinkedHashMap<>();
  }

  private record Line(String name, String version, String text) {}

  LinesOfOwners(Logger log) {
    this.log = log;
  }

  private Lines of(String owner) {
    return owners.computeIfAbsent(owner, o -> new Lines());
  }

  /** Notes that a tool stands that did not. */
  void came(String owner, String version, String name, String text) {
    of(owner).came.put(name, new Line(name, version, text));
  }

  /** Notes that a tool left. */
  void left(String owner, String version, String name, String text) {
    of(owner).left.put(name, new Line(name, version, text));
  }

  /**
   * Notes something else.
   *
   * @param what happened, in words that fit many tools
   */
  void add(String owner, String version, String what, String name, String text) {
    of(owner)
        .others
        .computeIfAbsent(what, w -> new ArrayList<>())
        .add(new Line(name, version, text));
  }

  /** Writes what was noted. */
  void write() {
    owners.forEach(
        (owner, lines) -> {
          moved(owner, lines);
          lines.others.forEach((what, each) -> one(owner, each, what));
        });
  }

  private void moved(String owner, Lines lines) {
    List<Line> came = List.copyOf(lines.came.values());
    List<Line> left = List.copyOf(lines.left.values());
    if (came.isEmpty() || left.isEmpty()) {
      one(owner, came, "stand");
      one(owner, left, "left");
      return;
    }
    TreeSet<String> anew = new TreeSet<>(lines.came.keySet());
    anew.removeAll(lines.left.keySet());
    TreeSet<String> gone = new TreeSet<>(lines.left.keySet());
    gone.removeAll(lines.came.keySet());
    log.info(
        "{} tools of {} take the place of {} of {}{}{}",
        came.size(),
        labelled(owner, came),
        left.size(),
        left.get(0).version().isEmpty() ? "before" : left.get(0).version(),
        anew.isEmpty() ? "" : "; new: " + listed(List.copyOf(anew)),
        gone.isEmpty() ? "" : "; gone: " + listed(List.copyOf(gone)));
    left.forEach(line -> log.debug(line.text()));
    came.forEach(line -> log.debug(line.text()));
  }

  private void one(String owner, List<Line> lines, String what) {
    if (lines.size() == 1) {
      log.info(lines.get(0).text());
    } else if (!lines.isEmpty()) {
      log.info(
          "{} tools of {} {}: {}",
          lines.size(),
          labelled(owner, lines),
          what,
          listed(lines.stream().map(Line::name).toList()));
      lines.forEach(line -> log.debug(line.text()));
    }
  }

  private static String labelled(String owner, List<Line> lines) {
    String version = lines.get(0).version();
    return version.isEmpty() ? owner : owner + " " + version;
  }

  private static String listed(List<String> names) {
    return names.size() <= MAX_NAMED
        ? String.join(", ", names)
        : String.join(", ", names.subList(0, MAX_NAMED))
            + " and "
            + (names.size() - MAX_NAMED)
            + " more";
  }
}
