package dev.talaria.registry.internal.availability;

import dev.talaria.registry.internal.tool.Companion;
import java.util.Collection;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes what was found out into the log: each turn of events once, however often it is read. */
final class FindingLog {
  private static final Logger LOG = LoggerFactory.getLogger(FindingLog.class);
  private static final int MOST_NAMES = 20;

  /**
   * Writes about one answer.
   *
   * @param lastWhy why the answer before failed; empty: it did not
   * @param names of the tools that depend on it
   */
  void found(
      Inquiry inquiry,
      Memory before,
      Memory after,
      Answer answer,
      String lastWhy,
      Collection<String> names) {
    if (inquiry.companion().kind() == Companion.Kind.OVERLAY) {
      overlaid(inquiry, answer, lastWhy);
    } else if (!before.finding().equals(after.finding())) {
      turned(inquiry, before, after, names);
    } else if (after.spared().isPresent() && before.spared().isEmpty()) {
      LOG.warn(
          "The {} failed; taken as transient, its tools {} stay available for now: {}",
          inquiry.companion(),
          shown(names),
          answer.why());
    } else if (before.spared().isPresent() && answer.good()) {
      LOG.info("The {} succeeds again", inquiry.companion());
    } else {
      LOG.debug("The {} was asked: {}", inquiry.companion(), answer);
    }
  }

  private static void overlaid(Inquiry inquiry, Answer answer, String lastWhy) {
    if (answer.why().isEmpty() || answer.why().equals(lastWhy)) {
      LOG.debug("The {} was asked: {}", inquiry.companion(), answer.why());
    } else if (answer.good()) {
      LOG.warn("The {}, about the tool {}: {}", inquiry.companion(), about(inquiry), answer.why());
    } else {
      LOG.warn(
          "The tool {} of {} is shown as declared: {}",
          about(inquiry),
          inquiry.companion().scope().owner(),
          answer.why());
    }
  }

  private static void turned(
      Inquiry inquiry, Memory before, Memory after, Collection<String> names) {
    Verdict was = (Verdict) before.finding();
    Verdict is = (Verdict) after.finding();
    if (!is.isAvailable()) {
      LOG.warn(
          "The tools {} of {} are unavailable: {}",
          shown(names),
          inquiry.companion().scope().owner(),
          is.reason());
    } else if (was.state() == Verdict.State.UNAVAILABLE) {
      LOG.info("The {} succeeds: its tools {} are available", inquiry.companion(), shown(names));
    } else {
      LOG.debug("The {} succeeds", inquiry.companion());
    }
  }

  /** Writes the stack trace of what a companion threw, for who looks for it. */
  void threw(Inquiry inquiry, Throwable thrown) {
    LOG.debug("The {} threw", inquiry.companion(), thrown);
  }

  private static String about(Inquiry inquiry) {
    return inquiry.tool().map(tool -> tool.name()).orElse("");
  }

  private static String shown(Collection<String> names) {
    if (names.size() <= MOST_NAMES) {
      return new TreeSet<>(names).toString();
    }
    return names.stream().limit(MOST_NAMES).sorted().toList()
        + " and "
        + (names.size() - MOST_NAMES)
        + " more";
  }
}
