package dev.talaria.registry.internal.call;

import dev.talaria.api.CallResult.Failure;
import dev.talaria.pipeline.Failures;
import dev.talaria.registry.internal.call.Targets.Target;
import dev.talaria.registry.internal.gate.Gates;
import dev.talaria.registry.internal.tool.Binding;
import java.util.Optional;
import java.util.function.Consumer;

/** Takes calls through the limits of their tools and owners. */
final class GateKeeper {
  private final Gates gates;
  private final Outcomes outcomes;

  GateKeeper(Gates gates, Outcomes outcomes) {
    this.gates = gates;
    this.outcomes = outcomes;
  }

  /** Returns whether the call is inside its gates; else it waits, or has been answered. */
  boolean pass(CallTask task, Target target, Consumer<Binding> again) {
    Binding binding = target.binding();
    int ofTool = binding.document().behaviour().maxConcurrent();
    if (ofTool == 0 && target.ownerLimit() == 0) {
      return true;
    }
    var owner = binding.scope().owner();
    // A call out of one that is inside already would wait for it, and that one for this.
    if (ofTool > 0 && !task.place().isInside(owner, task.name())) {
      Gates.Key key = new Gates.Key(owner, task.name());
      if (!isIn(
          task, binding, task.progress().toolPlace(key, () -> gates.join(key, ofTool)), again)) {
        return false;
      }
    }
    if (target.ownerLimit() > 0 && !task.place().isInside(owner, "")) {
      Gates.Key key = new Gates.Key(owner, "");
      return isIn(
          task,
          binding,
          task.progress().ownerPlace(key, () -> gates.join(key, target.ownerLimit())),
          again);
    }
    return true;
  }

  private boolean isIn(
      CallTask task, Binding binding, Optional<Gates.Place> place, Consumer<Binding> again) {
    if (place.isEmpty()) {
      task.leaveGates();
      task.finish(
          outcomes.reported(
              task,
              Failures.of(
                  Failure.UNAVAILABLE,
                  task.name() + " is busy: too many calls of it wait already; try again later")));
      return false;
    }
    if (!place.get().awaitTurn(new Turn(() -> again.accept(binding)))) {
      return true;
    }
    if (task.isClaimed()) {
      // Whoever ended it may have looked for its places before there were any.
      task.leaveGates();
    }
    return false;
  }
}
