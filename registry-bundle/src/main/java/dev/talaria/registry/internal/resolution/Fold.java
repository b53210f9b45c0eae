package dev.talaria.registry.internal.resolution;

import dev.talaria.api.Origin;
import dev.talaria.api.ToolState;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.CoreDeclaration;
import dev.talaria.registry.internal.model.Inputs;
import dev.talaria.registry.internal.model.Outage;
import dev.talaria.registry.internal.model.PluginPolicy;
import dev.talaria.registry.internal.model.Policy;
import dev.talaria.registry.internal.model.RequiredOwner;
import dev.talaria.registry.internal.resolution.Step.Cause;
import dev.talaria.registry.internal.tool.OwnerId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The fold over the contenders of one name, which come in the order of their owners. Used by one
 * thread, for one name.
 */
final class Fold {
  private final String name;
  private final Inputs inputs;
  private final List<Step> steps = new ArrayList<>();
  private final List<Contender> layers = new ArrayList<>();
  private String toolset = "";

  Fold(String name, Inputs inputs) {
    this.name = name;
    this.inputs = inputs;
  }

  /** Notes a candidate that takes no part. */
  void note(Step step) {
    steps.add(step);
  }

  /** Lets the next contender meet the entry that stands so far. */
  void next(Contender next) {
    if (layers.isEmpty()) {
      toolset = toolsetOf(next);
      stand(next, Cause.STANDS, joinNote(next, toolset));
      return;
    }
    Contender entry = layers.get(0);
    Optional<RequiredOwner> required = inputs.policy().requiredOwner(name);
    if (required.isPresent() && required.get().isMetBy(entry.owner())) {
      refuse(
          next,
          Cause.REQUIRED_OWNER,
          "required_owner keeps "
              + name
              + " for "
              + entry.owner()
              + ": talaria policy require "
              + name
              + " --none lifts that");
      return;
    }
    switch (next.owner().origin()) {
      case BUILTIN -> builtin(next, entry);
      case PLUGIN -> plugin(next, entry);
      case MCP -> mcp(next, entry);
    }
  }

  private void builtin(Contender next, Contender entry) {
    if (next.override()) {
      override(next, entry);
    } else {
      refuse(
          next,
          Cause.BUILTIN_CLASH,
          "two core bundles declare " + name + "; the first in the core list is " + entry.owner());
    }
  }

  private void plugin(Contender next, Contender entry) {
    if (!next.override()) {
      refuse(
          next,
          Cause.NAME_TAKEN,
          "the name is taken by "
              + described(entry)
              + ", and the tool does not ask to override it: give it another name, or declare"
              + " override = true");
      return;
    }
    Policy.Grant grant = inputs.policy().mayOverride(next.owner().name(), name);
    if (grant.granted()) {
      override(next, entry);
    } else {
      refuse(
          next,
          Cause.OVERRIDE_DENIED,
          "may not override the tool of " + described(entry) + ": " + grant.advice());
    }
  }

  private void mcp(Contender next, Contender entry) {
    refuse(
        next,
        Cause.MCP_CLASH,
        "the name is taken by " + described(entry) + "; tools of MCP servers never override");
  }

  private void override(Contender next, Contender entry) {
    stand(next, Cause.OVERRIDES, "overrides the tool of " + described(entry));
  }

  private void stand(Contender contender, Cause cause, String reason) {
    layers.add(0, contender);
    steps.add(new Step(contender, toolset, ToolState.ACTIVE, cause, reason));
  }

  private void refuse(Contender contender, Cause cause, String reason) {
    steps.add(new Step(contender, toolsetOf(contender), ToolState.REFUSED, cause, reason));
  }

  private String toolsetOf(Contender contender) {
    String said = contender.document().toolset();
    OwnerId owner = contender.owner();
    if (owner.origin() != Origin.PLUGIN || !inputs.builtinToolsets().contains(said)) {
      return said;
    }
    boolean mayJoin =
        inputs.policy().plugin(owner.name()).grants().contains(PluginPolicy.GRANT_TOOLSETS);
    return mayJoin ? said : owner.name();
  }

  private static String joinNote(Contender contender, String listedIn) {
    String said = contender.document().toolset();
    return listedIn.equals(said)
        ? ""
        : "listed in the toolset "
            + listedIn
            + ": joining the builtin toolset "
            + said
            + " needs the grant "
            + PluginPolicy.GRANT_TOOLSETS
            + " (talaria policy grant "
            + contender.owner()
            + " "
            + PluginPolicy.GRANT_TOOLSETS
            + ")";
  }

  static String described(Contender contender) {
    return switch (contender.owner().origin()) {
      case BUILTIN -> "the core bundle " + contender.owner();
      case PLUGIN -> "the plugin " + contender.owner();
      case MCP -> contender.owner().name();
    };
  }

  Resolution result() {
    if (layers.isEmpty()) {
      String verdict =
          steps.isEmpty()
              ? "Nobody offers " + name + "."
              : "Nobody stands for " + name + ": none of those who offer it may.";
      return new Resolution(name, steps, layers, "", ToolState.UNAVAILABLE, "", verdict);
    }
    Contender top = layers.get(0);
    Optional<String> obstacle = obstacle(top);
    ToolState state =
        obstacle.isPresent()
            ? ToolState.UNAVAILABLE
            : isSuspended(top) ? ToolState.SUSPENDED : ToolState.ACTIVE;
    String reason = obstacle.orElse(state == ToolState.SUSPENDED ? suspension(top) : "");
    return new Resolution(
        name, settled(top, state, reason), layers, toolset, state, reason, verdict(top, obstacle));
  }

  /** What the fold did is final now: the top gets its state, those below it are shadowed. */
  private List<Step> settled(Contender top, ToolState state, String reason) {
    List<Step> settled = new ArrayList<>(steps.size());
    for (Step step : steps) {
      if (step.contender() == top) {
        String all =
            reason.isEmpty() || step.reason().isEmpty()
                ? reason + step.reason()
                : reason + "; " + step.reason();
        settled.add(new Step(top, step.toolset(), state, step.cause(), all));
      } else if (layers.contains(step.contender())) {
        int above = layers.indexOf(step.contender()) - 1;
        settled.add(
            new Step(
                step.contender(),
                step.toolset(),
                ToolState.SHADOWED,
                Cause.OVERRIDDEN,
                "overridden by " + described(layers.get(above))));
      } else {
        settled.add(step);
      }
    }
    return settled;
  }

  private boolean isSuspended(Contender top) {
    return top.candidate().map(inputs::isSuspended).orElse(false)
        || inputs.outage(top.owner()).filter(Outage::waiting).isPresent();
  }

  private String suspension(Contender top) {
    return inputs.outage(top.owner()).map(Outage::reason).orElse("its service is being replaced")
        + "; calls wait";
  }

  /** Why the one who stands cannot be called. */
  private Optional<String> obstacle(Contender top) {
    Optional<RequiredOwner> required = inputs.policy().requiredOwner(name);
    if (required.isPresent() && !required.get().isMetBy(top.owner())) {
      String trouble =
          required.get().isDisputed()
              ? ", which nobody can be at once; keep one of them"
              : ", which does not stand; get it to stand";
      return Optional.of(
          "required_owner demands "
              + required.get()
              + " for "
              + name
              + trouble
              + ", or lift it with: talaria policy require "
              + name
              + " --none");
    }
    if (top.candidate().isPresent()) {
      return inputs.outage(top.owner()).filter(outage -> !outage.waiting()).map(Outage::reason);
    }
    CoreDeclaration declaration = top.declaration().orElseThrow();
    return Optional.of(
        declaration
            .fault()
            .orElse(
                "the core bundle "
                    + top.owner()
                    + " declares it, but its service is not there: the bundle or its component is"
                    + " not started (talaria bundles says what it waits for)"));
  }

  private String verdict(Contender top, Optional<String> obstacle) {
    if (obstacle.isPresent()) {
      return name + " is unavailable: " + obstacle.get() + ".";
    }
    String above = layers.size() == 1 ? "" : ", above that of " + described(layers.get(1));
    return name + " is the tool of " + described(top) + versionOf(top) + above + ".";
  }

  private static String versionOf(Contender contender) {
    Optional<Candidate> candidate = contender.candidate();
    String version = candidate.map(Candidate::version).orElseGet(contender::version);
    return version.isEmpty() ? "" : " " + version;
  }
}
