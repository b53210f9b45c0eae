package dev.talaria.ops.internal.health;

import dev.talaria.admin.ReadinessCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.osgi.service.component.annotations.ReferencePolicyOption;

/** Sums up what the parts of the runtime say about themselves. Thread-safe. */
@Component(service = Readiness.class)
public final class Readiness {
  /** The parts without which the runtime does not serve. */
  static final List<String> REQUIRED = List.of("registry", "config", "deploy", "mcp");

  @Reference(
      cardinality = ReferenceCardinality.MULTIPLE,
      policy = ReferencePolicy.DYNAMIC,
      policyOption = ReferencePolicyOption.GREEDY)
  private volatile List<ReadinessCheck> checks;

  public Readiness() {
    this(List.of());
  }

  Readiness(List<ReadinessCheck> checks) {
    this.checks = checks;
  }

  private record Finding(String part, Optional<String> problem) {}

  /** Returns what keeps the runtime from being ready, a sentence each; empty when it is. */
  public List<String> missing() {
    List<Finding> findings = findings();
    List<String> missing = new ArrayList<>();
    for (String part : REQUIRED) {
      List<Finding> own = findings.stream().filter(f -> f.part().equals(part)).toList();
      if (own.isEmpty()) {
        missing.add(part + ": has not started");
      }
      own.stream().flatMap(f -> f.problem().stream()).forEach(p -> missing.add(part + ": " + p));
    }
    return missing;
  }

  /** Returns all problems, also of parts that the runtime can serve without. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>(missing());
    for (Finding finding : findings()) {
      if (!REQUIRED.contains(finding.part())) {
        finding.problem().ifPresent(p -> problems.add(finding.part() + ": " + p));
      }
    }
    return problems;
  }

  private List<Finding> findings() {
    return checks.stream().map(Readiness::ask).toList();
  }

  private static Finding ask(ReadinessCheck check) {
    try {
      return new Finding(check.part(), check.problem());
    } catch (RuntimeException e) {
      // A part that cannot say how it is counts as one that has a problem.
      return new Finding(partOf(check), Optional.of("cannot say how it is: " + e));
    }
  }

  private static String partOf(ReadinessCheck check) {
    try {
      return check.part();
    } catch (RuntimeException e) {
      return check.getClass().getName();
    }
  }
}
