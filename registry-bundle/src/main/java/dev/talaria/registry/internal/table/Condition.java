package dev.talaria.registry.internal.table;

import dev.talaria.api.ToolState;
import dev.talaria.pipeline.ToolDocument;
import dev.talaria.registry.internal.availability.Board;
import dev.talaria.registry.internal.availability.Inquiry;
import dev.talaria.registry.internal.availability.Shown;
import dev.talaria.registry.internal.availability.Verdict;
import dev.talaria.registry.internal.resolution.Resolution;
import dev.talaria.registry.internal.resolution.Step;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.Companions;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How the standing tool of a name is: what came out of the resolution, and what was found out by
 * asking. The latter never changes who stands.
 *
 * @param state ACTIVE, SUSPENDED or UNAVAILABLE
 * @param reason why it is not ACTIVE, or an empty text
 * @param shown its definition with what its overlay changes; empty: as declared
 * @param overlayProblem why its overlay changes nothing; empty: it does, or there is none
 * @param verdict of its probe; empty: it has none
 */
public record Condition(
    ToolState state,
    String reason,
    Optional<ToolDocument> shown,
    Optional<String> overlayProblem,
    Optional<Verdict> verdict) {

  /** Returns the condition of what stands in a resolution. */
  static Condition of(Resolution resolution, Board board) {
    Binding binding = resolution.top().flatMap(NameEntry::bindingOf).orElse(null);
    if (binding == null || binding.companions() == Companions.NONE) {
      return new Condition(
          resolution.state(),
          resolution.reason(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }
    Companions companions = binding.companions();
    Optional<Shown> found =
        companions
            .overlay()
            .map(overlay -> (Shown) board.finding(Inquiry.overlay(overlay, binding.document())));
    Optional<ToolDocument> shown =
        found.map(Shown::document).filter(document -> !document.equals(binding.document()));
    Optional<String> problem = found.flatMap(Shown::problem);
    Optional<Verdict> verdict =
        companions.probe().map(probe -> (Verdict) board.finding(Inquiry.probe(probe)));
    boolean absent = verdict.isPresent() && !verdict.get().isAvailable();
    return absent && resolution.isCallable()
        ? new Condition(ToolState.UNAVAILABLE, verdict.get().reason(), shown, problem, verdict)
        : new Condition(resolution.state(), resolution.reason(), shown, problem, verdict);
  }

  /** Returns whether it may be listed and called. */
  public boolean isCallable() {
    return state != ToolState.UNAVAILABLE;
  }

  /** Returns what is to be said of the standing one's step. */
  public String reasonOf(Step step) {
    return Stream.of(
            state == step.state() ? "" : reason,
            step.reason(),
            overlayProblem.map(problem -> "shown as declared: " + problem).orElse(""))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining("; "));
  }
}
