package dev.talaria.admin;

import java.util.List;
import java.util.Optional;

/**
 * The effective policy and where each value comes from.
 *
 * @param values in a stable order
 */
public record PolicyView(List<Value> values) {
  /**
   * One value of the policy.
   *
   * @param pid the configuration it belongs to
   * @param key in that configuration
   * @param effective what holds, as text
   * @param raw what the configuration says, if it says anything
   * @param source a file, {@code default}, or why the raw value was not taken
   */
  public record Value(
      String pid, String key, String effective, Optional<String> raw, String source) {}

  public PolicyView {
    values = List.copyOf(values);
  }
}
