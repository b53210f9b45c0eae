package dev.talaria.registry.internal.call;

import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Origin;
import dev.talaria.api.ToolInfo;
import dev.talaria.pipeline.Failures;
import dev.talaria.registry.internal.model.PluginPolicy;
import dev.talaria.registry.internal.model.Policy;
import dev.talaria.registry.internal.resolution.Contender;
import dev.talaria.registry.internal.table.NameEntry;
import dev.talaria.registry.internal.table.ToolRows;
import dev.talaria.registry.internal.table.ToolTable;
import dev.talaria.registry.internal.table.Visibility;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.OwnerId;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds where a call goes in the table of the moment. Stateless. */
final class Targets {
  private final Supplier<ToolTable> table;

  Targets(Supplier<ToolTable> table) {
    this.table = table;
  }

  /**
   * Where a call goes.
   *
   * @param binding null: nowhere
   * @param info what stands there
   * @param ownerLimit how many calls of its owner may run at once; 0: any number
   * @param refusal the answer, if it goes nowhere; else null
   */
  record Target(Binding binding, ToolInfo info, int ownerLimit, CallResult refusal) {}

  /**
   * Finds a tool.
   *
   * @param overrider the binding whose overridden tool is meant; null: the standing one
   */
  Target find(String name, Visibility visibility, Binding overrider) {
    ToolTable now = table.get();
    NameEntry entry = now.entry(name);
    if (overrider != null) {
      return overridden(name, now, entry, overrider);
    }
    if (!now.sees(visibility, entry)) {
      return now.includes(visibility, entry)
          ? refusal(
              Failure.UNAVAILABLE,
              "The tool "
                  + name
                  + " is unavailable: "
                  + now.objection(entry).orElseGet(() -> entry.condition().reason()))
          : unknown(name, now, visibility);
    }
    if (entry.isForAgentLoop()) {
      return refusal(Failure.UNAVAILABLE, name + " must be handled by the agent loop");
    }
    return to(now, entry.binding(), entry.standing());
  }

  private static Target unknown(String name, ToolTable now, Visibility visibility) {
    return refusal(
        Failure.UNKNOWN_TOOL,
        visibility.agent()
            ? NameRepair.unknown(name, now.view(visibility).tools())
            : "Unknown tool: " + name);
  }

  /** Returns the name that an agent means: what it said, unless that is no tool of its session. */
  String meant(String said, Visibility visibility) {
    ToolTable now = table.get();
    if (!visibility.agent() || now.includes(visibility, now.entry(said))) {
      return said;
    }
    Policy policy = now.inputs().policy();
    return NameRepair.repair(
            said,
            name -> now.sees(visibility, now.entry(name)),
            now.view(visibility).tools(),
            tool -> isHarmless(tool, policy))
        .orElse(said);
  }

  /** Whether a tool changes nothing, as far as what it says of itself is to be believed. */
  private static boolean isHarmless(ToolInfo tool, Policy policy) {
    return tool.annotations().readOnly()
        && switch (tool.origin()) {
          case BUILTIN -> true;
          case PLUGIN ->
              policy.plugin(tool.owner()).grants().contains(PluginPolicy.GRANT_ANNOTATIONS);
          case MCP -> false;
        };
  }

  private static Target to(ToolTable now, Binding binding, ToolInfo info) {
    Policy policy = now.inputs().policy();
    OwnerId owner = binding.scope().owner();
    int limit =
        policy.plugins().isEmpty() || owner.origin() != Origin.PLUGIN
            ? 0
            : policy.plugin(owner.name()).maxConcurrentCalls();
    return new Target(binding, info, limit, null);
  }

  private static Target overridden(String name, ToolTable now, NameEntry entry, Binding overrider) {
    Optional<Contender> below = Optional.ofNullable(entry).flatMap(known -> known.below(overrider));
    if (below.isEmpty()) {
      return refusal(Failure.UNKNOWN_TOOL, "There is no tool below this one in the name " + name);
    }
    Optional<Binding> binding = NameEntry.bindingOf(below.get());
    if (binding.isEmpty()) {
      return refusal(
          Failure.UNAVAILABLE,
          "The overridden tool of "
              + below.get().owner()
              + " is not started (talaria bundles says what it waits for)");
    }
    ToolInfo info =
        ToolRows.of(entry).stream()
            .map(row -> row.info())
            .filter(row -> row.owner().equals(below.get().owner().name()))
            .findFirst()
            .orElse(entry.standing());
    return to(now, binding.get(), info);
  }

  private static Target refusal(Failure failure, String message) {
    return new Target(null, null, 0, Failures.of(failure, message));
  }
}
