package dev.talaria.registry.internal.table;

import dev.talaria.api.Origin;
import dev.talaria.api.ToolAnnotations;
import dev.talaria.api.ToolInfo;
import dev.talaria.api.ToolState;
import dev.talaria.pipeline.ToolDocument;
import dev.talaria.registry.internal.resolution.Step;
import java.util.List;
import java.util.Optional;

/** A step of a resolution as others see it. */
record StandardToolInfo(
    ToolDocument document,
    String toolset,
    Origin origin,
    String owner,
    String version,
    ToolState state)
    implements ToolInfo {

  static StandardToolInfo of(Step step) {
    return new StandardToolInfo(
        step.contender().document(),
        step.toolset(),
        step.contender().owner().origin(),
        step.contender().owner().name(),
        step.contender().version(),
        step.state());
  }

  /** Returns the standing tool as it is shown in its condition. */
  static StandardToolInfo of(Step step, Condition condition) {
    return new StandardToolInfo(
        condition.shown().orElseGet(() -> step.contender().document()),
        step.toolset(),
        step.contender().owner().origin(),
        step.contender().owner().name(),
        step.contender().version(),
        condition.state());
  }

  /** Returns the same in another state. */
  StandardToolInfo in(ToolState other) {
    return new StandardToolInfo(document, toolset, origin, owner, version, other);
  }

  @Override
  public String name() {
    return document.name();
  }

  @Override
  public String title() {
    return document.title();
  }

  @Override
  public String description() {
    return document.description();
  }

  @Override
  public String emoji() {
    return document.emoji();
  }

  @Override
  public String inputSchema() {
    return document.inputSchema();
  }

  @Override
  public Optional<String> outputSchema() {
    return document.outputSchema();
  }

  @Override
  public ToolAnnotations annotations() {
    return document.annotations();
  }

  @Override
  public List<String> requiresEnv() {
    return document.requiresEnv();
  }
}
