package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.Staging;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.model.Inputs;
import dev.talaria.registry.internal.model.OwnerState;
import dev.talaria.registry.internal.resolution.Resolver;
import dev.talaria.registry.internal.resolution.Step;
import dev.talaria.registry.internal.table.TablePublisher;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.Binding.Admission;
import dev.talaria.registry.internal.tool.ToolUnavailableException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.osgi.framework.Bundle;

/**
 * Looks at a staged deployment as if it had been promoted. Obtains the objects of its tools and
 * hooks, on the caller's thread and with no lock held, since a constructor that throws shows only
 * then.
 */
final class StagingCheck {
  private final TablePublisher publisher;
  private final HookTracker hooks;

  StagingCheck(TablePublisher publisher, HookTracker hooks) {
    this.publisher = publisher;
    this.hooks = hooks;
  }

  Staging of(Bundle bundle, BundleRecord record) {
    // Callers are served by what is published: in a bracket the former version may have gone.
    TablePublisher.OwnerView view = publisher.ownerView(record.owner());
    Inputs published = view.published();
    Map<String, Candidate> served = candidates(published, record, promoted(published, record));
    Inputs now = view.pending();
    Map<String, Candidate> staged = candidates(now, record, record.deployment());
    Inputs then =
        now.with(new InputChange.Promoted(record.owner(), record.deployment()), new HashSet<>());
    List<String> missing = new ArrayList<>();
    List<String> leaving = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    served.forEach(
        (name, old) -> {
          if (!staged.containsKey(name)) {
            (record.declared().byName().containsKey(name) ? missing : leaving).add(name);
          } else if (hasPlace(old, published)) {
            lostPlace(staged.get(name), then).ifPresent(problems::add);
          }
        });
    staged.values().forEach(candidate -> unobtainable(candidate).ifPresent(problems::add));
    hooks.stage(bundle, missing, problems);
    return new Staging(missing, problems, leaving);
  }

  private static String promoted(Inputs inputs, BundleRecord record) {
    return inputs.owner(record.owner()).flatMap(OwnerState::promoted).orElse("");
  }

  /**
   * The owner's best candidates of one deployment, by name; faulty ones only where none other is.
   */
  private static Map<String, Candidate> candidates(
      Inputs inputs, BundleRecord record, String deployment) {
    Map<String, Candidate> found = new TreeMap<>();
    for (Candidate candidate : inputs.candidatesOf(record.owner())) {
      if (candidate.deployment().equals(deployment)) {
        found.merge(candidate.name(), candidate, (one, two) -> one.isFaulty() ? two : one);
      }
    }
    return found;
  }

  private static boolean hasPlace(Candidate candidate, Inputs inputs) {
    return step(candidate, inputs).filter(StagingCheck::hasPlace).isPresent();
  }

  private static boolean hasPlace(Step step) {
    return switch (step.state()) {
      case ACTIVE, UNAVAILABLE, SUSPENDED, SHADOWED -> true;
      case REFUSED, STAGED -> false;
    };
  }

  private static Optional<Step> step(Candidate candidate, Inputs inputs) {
    return TablePublisher.stepOf(candidate, Resolver.resolve(candidate.name(), inputs));
  }

  private static Optional<String> lostPlace(Candidate candidate, Inputs then) {
    return step(candidate, then)
        .filter(step -> !hasPlace(step))
        .map(step -> "the tool " + candidate.name() + " would no longer stand: " + step.reason());
  }

  private static Optional<String> unobtainable(Candidate candidate) {
    if (candidate.isFaulty()) {
      return Optional.empty(); // It is shown as refused; where it had a place that is a problem.
    }
    Binding binding = candidate.binding();
    if (binding.enter(false) != Admission.ENTERED) {
      return Optional.of("the tool " + candidate.name() + " has gone again");
    }
    try {
      binding.tool();
      return Optional.empty();
    } catch (ToolUnavailableException e) {
      return Optional.of("the tool " + candidate.name() + " cannot be made: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("the tool " + candidate.name() + " took too long to be made");
    } finally {
      binding.exit();
    }
  }
}
