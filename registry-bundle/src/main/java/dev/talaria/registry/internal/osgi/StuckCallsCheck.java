package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.ReadinessCheck;
import dev.talaria.registry.internal.stuck.StuckCalls;
import java.util.List;
import java.util.Optional;

/** Shows calls that never return among the runtime's problems; it serves in spite of them. */
record StuckCallsCheck(StuckCalls stuck) implements ReadinessCheck {
  @Override
  public String part() {
    return "calls";
  }

  @Override
  public Optional<String> problem() {
    List<String> problems = stuck.problems();
    return problems.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", problems));
  }
}
