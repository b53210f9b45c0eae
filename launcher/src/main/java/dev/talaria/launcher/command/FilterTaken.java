package dev.talaria.launcher.command;

import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.runtime.RuntimeClient;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/** Waits until a runtime goes by the operator's filter that was written. */
final class FilterTaken {
  private static final Duration DEADLINE = Duration.ofSeconds(10);
  private static final Duration POLL = Duration.ofMillis(50);

  private FilterTaken() {}

  /**
   * Returns when the runtime has taken the filter.
   *
   * @throws RefusedException if it has not within the deadline
   */
  static void await(RuntimeClient runtime, ToolSwitch.Written written) {
    long deadline = System.nanoTime() + DEADLINE.toNanos();
    while (!isTaken(runtime.find("/policy"), written)) {
      if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
        throw new RefusedException(
            "etc/"
                + ToolSwitch.PID
                + ".cfg is written, but the runtime has not taken it within "
                + DEADLINE.toSeconds()
                + " s; `talaria status` and `talaria policy` say how it stands");
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
  }

  private static boolean isTaken(Optional<JsonNode> policy, ToolSwitch.Written written) {
    // A runtime that tells no policy cannot be waited for.
    return policy.isEmpty()
        || effective(policy.get(), ToolSwitch.ENABLED).equals(written.enabled().map(TreeSet::new))
            && effective(policy.get(), ToolSwitch.DISABLED)
                .orElseGet(TreeSet::new)
                .equals(new TreeSet<>(written.disabled()));
  }

  private static Optional<Set<String>> effective(JsonNode policy, String key) {
    for (JsonNode value : policy.path("values")) {
      if (value.path("pid").asString("").equals(ToolSwitch.PID)
          && value.path("key").asString("").equals(key)) {
        Set<String> names =
            new TreeSet<>(List.of(value.path("effective").asString("").split(", *")));
        names.removeIf(name -> name.isEmpty() || name.equals("nothing"));
        return Optional.of(names);
      }
    }
    return Optional.empty();
  }
}
