package dev.talaria.registry.internal.stuck;

import dev.talaria.registry.internal.tool.OwnerId;
import java.time.Instant;
import java.util.Map;

/**
 * What is stuck in one owner's code.
 *
 * @param owner null: a hook's
 * @param culprit the owner's name, or the hook's
 * @param counts how many calls are stuck in which tool
 * @param since when the first of them was answered
 */
record Facts(OwnerId owner, String culprit, Map<String, Integer> counts, Instant since) {
  int all() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }
}
