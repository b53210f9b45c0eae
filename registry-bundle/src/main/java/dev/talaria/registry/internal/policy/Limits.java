package dev.talaria.registry.internal.policy;

import dev.talaria.pipeline.Durations;
import dev.talaria.registry.internal.availability.ProbeTimes;
import dev.talaria.registry.internal.model.Policy;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The registry's times and sizes.
 *
 * @param callTimeout for tools that state none
 * @param drainTimeout how long calls in flight are waited for at a removal
 * @param suspendTimeout how long a service may be gone before its tool is
 * @param askTimeout how long a person's answer is waited for
 * @param maxResultChars longest text of a result
 * @param turnResultChars longest text of all results of an agent's turn
 * @param probes how long what probes and overlays say holds
 */
public record Limits(
    Duration callTimeout,
    Duration drainTimeout,
    Duration suspendTimeout,
    Duration askTimeout,
    int maxResultChars,
    int turnResultChars,
    ProbeTimes probes) {
  /** What holds when nothing is configured. */
  public static final Limits DEFAULT =
      new Limits(
          Duration.ofSeconds(300),
          Duration.ofSeconds(10),
          Duration.ofSeconds(2),
          Duration.ofMinutes(5),
          100_000,
          200_000,
          ProbeTimes.DEFAULT);

  /**
   * Reads the limits; a value that cannot be used leaves the last good one.
   *
   * @param raw of the registry's configuration
   * @param warnings gets a sentence for each value that was not taken
   */
  public static Limits read(Map<String, Object> raw, Limits last, List<String> warnings) {
    return new Limits(
        duration(raw, "call_timeout", DEFAULT.callTimeout, last.callTimeout, warnings),
        duration(raw, "drain_timeout", DEFAULT.drainTimeout, last.drainTimeout, warnings),
        duration(raw, "suspend_timeout", DEFAULT.suspendTimeout, last.suspendTimeout, warnings),
        duration(raw, "ask_timeout", DEFAULT.askTimeout, last.askTimeout, warnings),
        chars(raw, "max_result_chars", DEFAULT.maxResultChars, last.maxResultChars, warnings),
        chars(raw, "turn_result_chars", DEFAULT.turnResultChars, last.turnResultChars, warnings),
        new ProbeTimes(
            duration(raw, "probe_ttl", ProbeTimes.DEFAULT.ttl(), last.probes.ttl(), warnings),
            duration(raw, "probe_grace", ProbeTimes.DEFAULT.grace(), last.probes.grace(), warnings),
            duration(
                raw,
                "probe_timeout",
                ProbeTimes.DEFAULT.timeout(),
                last.probes.timeout(),
                warnings)));
  }

  private static Duration duration(
      Map<String, Object> raw, String key, Duration unsaid, Duration last, List<String> warnings) {
    Object value = raw.get(key);
    if (value == null) {
      return unsaid;
    }
    try {
      Duration read = Durations.parse(value.toString());
      if (!read.isZero()) {
        return read;
      }
      warn(warnings, key, value, "it must be longer than nothing");
    } catch (IllegalArgumentException e) {
      warn(warnings, key, value, e.getMessage());
    }
    return last;
  }

  private static int chars(
      Map<String, Object> raw, String key, int unsaid, int last, List<String> warnings) {
    Object value = raw.get(key);
    if (value == null) {
      return unsaid;
    }
    try {
      int read = Integer.parseInt(value.toString().strip());
      if (read > 0) {
        return read;
      }
      warn(warnings, key, value, "it must be greater than 0");
    } catch (NumberFormatException e) {
      warn(warnings, key, value, "it is no whole number");
    }
    return last;
  }

  private static void warn(List<String> warnings, String key, Object value, String why) {
    warnings.add(
        key
            + " in etc/"
            + Policy.REGISTRY_PID
            + ".cfg is '"
            + RawValues.shown(value)
            + "', the last good value stays: "
            + why);
  }
}
