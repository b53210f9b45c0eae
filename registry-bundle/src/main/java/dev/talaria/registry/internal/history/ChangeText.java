package dev.talaria.registry.internal.history;

import dev.talaria.api.ToolState;
import dev.talaria.registry.internal.resolution.Contender;
import dev.talaria.registry.internal.resolution.Resolution;
import dev.talaria.registry.internal.resolution.Step;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Says in words what one publication changed for a name. */
final class ChangeText {
  private ChangeText() {}

  static String of(Optional<Resolution> old, Resolution now) {
    Optional<Contender> was = old.flatMap(Resolution::top);
    Optional<Contender> is = now.top();
    if (is.isEmpty()) {
      return was.map(gone -> standsNoMore(gone, now)).orElse("nobody stands") + others(old, now);
    }
    String who = who(is.get());
    String state = now.state() == ToolState.ACTIVE ? "" : ", " + now.state() + ": " + now.reason();
    if (was.isEmpty()) {
      return who + " stands" + state + others(old, now);
    }
    if (!was.get().owner().equals(is.get().owner())) {
      return who + " stands in place of " + who(was.get()) + state + others(old, now);
    }
    if (old.get().state() != now.state() || !old.get().reason().equals(now.reason())) {
      return who + (state.isEmpty() ? " can be called" : " stands" + state);
    }
    return who + " still stands" + others(old, now);
  }

  static String found(Contender top, ToolState state) {
    return who(top) + (state == ToolState.ACTIVE ? " can be called" : " is " + state);
  }

  private static String standsNoMore(Contender gone, Resolution now) {
    // One that left is told among those who did.
    return isOffered(gone, now) ? who(gone) + " no longer stands" : "nobody stands";
  }

  private static boolean isOffered(Contender contender, Resolution in) {
    return in.steps().stream().anyMatch(step -> step.contender().owner().equals(contender.owner()));
  }

  /** What became of those who do not stand. */
  private static String others(Optional<Resolution> old, Resolution now) {
    List<Step> before = old.map(Resolution::steps).orElse(List.of());
    String refused =
        now.steps().stream()
            .filter(step -> step.state() == ToolState.REFUSED || step.state() == ToolState.STAGED)
            .filter(step -> before.stream().noneMatch(known -> isAlike(known, step)))
            .map(step -> who(step.contender()) + " is " + step.state() + ": " + step.reason())
            .limit(2)
            .collect(Collectors.joining("; "));
    String gone =
        before.stream()
            .filter(step -> !isOffered(step.contender(), now))
            .map(step -> who(step.contender()) + " left")
            .distinct()
            .limit(2)
            .collect(Collectors.joining("; "));
    return (refused.isEmpty() ? "" : "; " + refused) + (gone.isEmpty() ? "" : "; " + gone);
  }

  private static boolean isAlike(Step known, Step step) {
    return known.contender().owner().equals(step.contender().owner())
        && known.state() == step.state()
        && known.reason().equals(step.reason());
  }

  private static String who(Contender contender) {
    String version = contender.version();
    return contender.owner() + (version.isEmpty() ? "" : " " + version);
  }
}
