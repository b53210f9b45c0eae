package dev.talaria.registry.internal.table;

import dev.talaria.api.ToolInfo;
import dev.talaria.pipeline.ToolDocument;
import dev.talaria.registry.internal.availability.Board;
import dev.talaria.registry.internal.availability.Inquiry;
import dev.talaria.registry.internal.definition.DefinedTool;
import dev.talaria.registry.internal.history.Moment;
import dev.talaria.registry.internal.history.NameHistory;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.resolution.Contender;
import dev.talaria.registry.internal.resolution.Resolution;
import dev.talaria.registry.internal.resolution.Step;
import dev.talaria.registry.internal.tool.Binding;
import java.util.List;
import java.util.Optional;

/** What one table says about one name. Immutable. */
public final class NameEntry {
  private final Resolution resolution;
  private final Condition condition;
  private final StandardToolInfo standing;
  private final DefinedTool defined;
  private final Binding binding;
  private final NameHistory history;

  /**
   * Creates the entry for what came out for a name.
   *
   * @param board what was found out about its tools
   * @param before what the last table said of it; null: nothing. What is written of a tool that did
   *     not change goes on being used.
   */
  NameEntry(Resolution resolution, Board board, NameHistory history, NameEntry before) {
    this.resolution = resolution;
    this.history = history;
    this.condition = Condition.of(resolution, board);
    this.standing =
        resolution
            .top()
            .map(
                top ->
                    resolution.steps().stream()
                        .filter(step -> step.contender() == top)
                        .findFirst()
                        .map(step -> StandardToolInfo.of(step, condition))
                        .orElseThrow())
            .orElse(null);
    this.defined = standing == null ? null : defined(standing.document(), before);
    this.binding = resolution.top().flatMap(NameEntry::bindingOf).orElse(null);
  }

  private DefinedTool defined(ToolDocument shown, NameEntry before) {
    boolean isWritten =
        before != null && before.standing != null && before.standing.document().equals(shown);
    return isWritten ? before.defined : new DefinedTool(standing, shown.seeAlso());
  }

  /** Returns the same entry with what has been found out since. */
  NameEntry with(Board board, Moment moment) {
    Condition now = Condition.of(resolution, board);
    boolean alike = now.state() == condition.state() && now.reason().equals(condition.reason());
    return new NameEntry(
        resolution,
        board,
        alike || standing == null
            ? history
            : history.found(resolution, now.state(), now.reason(), moment),
        this);
  }

  /** Returns whether this step is that of the standing tool. */
  public boolean isStanding(Step step) {
    return resolution.top().filter(top -> top == step.contender()).isPresent();
  }

  /** Returns how the standing tool is, by what was found out about it too. */
  public Condition condition() {
    return condition;
  }

  /** Returns the questions on whose answers its condition depends; mostly none. */
  public List<Inquiry> inquiries() {
    return binding == null ? List.of() : Dependence.of(binding);
  }

  public Resolution resolution() {
    return resolution;
  }

  /** Returns since when its candidates fare as they do, and what happened lately. */
  public NameHistory history() {
    return history;
  }

  /** Returns whether it may be listed and called. */
  public boolean isCallable() {
    return standing != null && condition.isCallable();
  }

  /** Returns whether only an agent's own loop carries the standing tool out. */
  public boolean isForAgentLoop() {
    return standing != null && standing.document().behaviour().agentLoop();
  }

  /** Returns the standing tool; null: nobody stands. */
  public ToolInfo standing() {
    return standing;
  }

  /** Returns the standing tool with its written definitions; null: nobody stands. */
  public DefinedTool defined() {
    return defined;
  }

  /** Returns the way to the standing tool; null: there is none. */
  public Binding binding() {
    return binding;
  }

  /** Returns the contender directly below the one with this binding. */
  public Optional<Contender> below(Binding above) {
    List<Contender> layers = resolution.layers();
    for (int i = 0; i + 1 < layers.size(); i++) {
      if (bindingOf(layers.get(i)).filter(found -> found == above).isPresent()) {
        return Optional.of(layers.get(i + 1));
      }
    }
    return Optional.empty();
  }

  public static Optional<Binding> bindingOf(Contender contender) {
    return contender.candidate().map(Candidate::binding);
  }
}
