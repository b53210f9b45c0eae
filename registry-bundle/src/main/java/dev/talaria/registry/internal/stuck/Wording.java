package dev.talaria.registry.internal.stuck;

import dev.talaria.api.Origin;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.stream.Collectors;

/** Says what is stuck, and what to do about it. */
final class Wording {
  private static final int MAX_NAMES = 5;

  private Wording() {}

  /** A sentence for the log and the status. */
  static String problem(Facts facts) {
    return facts.culprit()
        + ": "
        + (facts.all() == 1 ? "1 call" : facts.all() + " calls")
        + (facts.owner() == null ? "" : " of " + names(facts.counts()))
        + " answered without its end still "
        + (facts.all() == 1 ? "goes on" : "go on")
        + ", the first since "
        + since(facts)
        + ", and may keep a thread each: "
        + advice(facts, facts.counts().keySet().iterator().next());
  }

  /**
   * A sentence for who calls.
   *
   * @param stuckIn what the calls did not return from
   */
  static String refused(String tool, int count, String stuckIn, Facts facts) {
    return tool
        + " is not called now: "
        + count
        + " earlier calls of "
        + stuckIn
        + " never returned, the first since "
        + since(facts)
        + ": "
        + advice(facts, tool);
  }

  /** As {@link #refused}, when restarting the bundle would only leave more behind. */
  static String refusedForGood(String tool, Facts facts) {
    return tool
        + " is not called any more: "
        + facts.all()
        + " earlier calls of tools of "
        + facts.culprit()
        + " never returned, the first since "
        + since(facts)
        + "; deploy a mended version and restart the runtime";
  }

  private static String names(Map<String, Integer> counts) {
    String shown = counts.keySet().stream().limit(MAX_NAMES).collect(Collectors.joining(", "));
    return counts.size() > MAX_NAMES ? shown + " and others" : shown;
  }

  private static String since(Facts facts) {
    return facts.since().truncatedTo(ChronoUnit.SECONDS).toString();
  }

  private static String advice(Facts facts, String tool) {
    if (facts.owner() == null) {
      return "restart its bundle (talaria bundles restart NAME) or deploy a mended version";
    }
    if (facts.owner().origin() == Origin.PLUGIN) {
      return "restart the bundle (talaria bundles restart "
          + facts.owner().name()
          + "), take the tool away (talaria tools disable "
          + tool
          + ") or deploy a mended version";
    }
    return "take the tool away (talaria tools disable " + tool + ") or restart the runtime";
  }
}
