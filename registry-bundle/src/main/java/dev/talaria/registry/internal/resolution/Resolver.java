package dev.talaria.registry.internal.resolution;

import dev.talaria.api.Origin;
import dev.talaria.api.ToolState;
import dev.talaria.pipeline.ToolNames;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.CoreDeclaration;
import dev.talaria.registry.internal.model.Inputs;
import dev.talaria.registry.internal.model.OwnerState;
import dev.talaria.registry.internal.model.PluginPolicy;
import dev.talaria.registry.internal.model.Policy;
import dev.talaria.registry.internal.resolution.Step.Cause;
import dev.talaria.registry.internal.tool.OwnerId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Decides who stands for a name: a pure function of the {@link Inputs}, which reads no clock, no
 * service and no configuration. The rules, by letter, are those of the design ("Resolution").
 */
public final class Resolver {
  private static final Comparator<OwnerPlace> FOLD_ORDER =
      Comparator.comparing((OwnerPlace place) -> place.owner().origin())
          .thenComparingLong(OwnerPlace::order)
          .thenComparing(place -> place.owner().name());

  private static final Comparator<Candidate> BEST_FIRST =
      Comparator.comparingInt(Candidate::ranking).reversed().thenComparingLong(Candidate::id);

  private record OwnerPlace(OwnerId owner, long order) {}

  /** What one owner brings to the fold. */
  private record Entrant(OwnerPlace place, CoreDeclaration declaration, List<Candidate> all) {}

  private Resolver() {}

  /** Resolves one name. */
  public static Resolution resolve(String name, Inputs inputs) {
    Fold fold = new Fold(name, inputs);
    for (Entrant entrant : entrants(name, inputs)) {
      enter(entrant, fold, inputs);
    }
    return fold.result();
  }

  private static List<Entrant> entrants(String name, Inputs inputs) {
    Map<OwnerId, CoreDeclaration> declarations = inputs.declarations(name);
    TreeMap<OwnerPlace, Entrant> entrants = new TreeMap<>(FOLD_ORDER);
    declarations.forEach(
        (owner, declaration) -> {
          OwnerPlace place = place(owner, inputs);
          entrants.put(place, new Entrant(place, declaration, new ArrayList<>()));
        });
    for (Candidate candidate : inputs.candidates(name)) {
      OwnerPlace place = place(candidate.owner(), inputs);
      entrants
          .computeIfAbsent(place, p -> new Entrant(p, null, new ArrayList<>()))
          .all()
          .add(candidate);
    }
    return new ArrayList<>(entrants.values());
  }

  private static OwnerPlace place(OwnerId owner, Inputs inputs) {
    return new OwnerPlace(owner, inputs.owner(owner).map(OwnerState::order).orElse(Long.MAX_VALUE));
  }

  /** Picks the owner's candidate, lets it take part, and notes what becomes of its others. */
  private static void enter(Entrant entrant, Fold fold, Inputs inputs) {
    long order = entrant.place().order();
    OwnerId owner = entrant.place().owner();
    Candidate best = null;
    List<Step> aside = new ArrayList<>();
    entrant.all().sort(BEST_FIRST);
    for (Candidate candidate : entrant.all()) {
      Optional<Step> barred = barred(Contender.of(candidate, order), inputs);
      if (barred.isPresent()) {
        aside.add(barred.get());
      } else if (best == null) {
        best = candidate;
      } else {
        aside.add(
            step(
                Contender.of(candidate, order),
                ToolState.SHADOWED,
                Cause.RIVAL,
                "a second service of "
                    + owner
                    + " for the same name; the one with the higher service.ranking, then the older"
                    + " one, is taken"));
      }
    }
    if (entrant.declaration() != null) {
      fold.next(
          new Contender(
              owner, order, Optional.of(entrant.declaration()), Optional.ofNullable(best)));
    } else if (best != null) {
      fold.next(Contender.of(best, order));
    }
    aside.forEach(fold::note);
  }

  /** Whether a candidate does not even take part. */
  private static Optional<Step> barred(Contender contender, Inputs inputs) {
    Candidate candidate = contender.candidate().orElseThrow();
    OwnerId owner = candidate.owner();
    if (candidate.isFaulty()) {
      return Optional.of(step(contender, ToolState.REFUSED, Cause.FAULTY, candidate.fault().get()));
    }
    if (owner.origin() != Origin.MCP
        && (ToolNames.isReservedForMcp(candidate.name())
            || ToolNames.isToolsetReservedForMcp(candidate.document().toolset()))) {
      return Optional.of(
          step(
              contender,
              ToolState.REFUSED,
              Cause.RESERVED_FOR_MCP,
              "names that begin with mcp__ and toolsets that begin with mcp- are kept for MCP"
                  + " servers: give the tool another name or toolset"));
    }
    if (owner.origin() == Origin.PLUGIN) {
      PluginPolicy policy = inputs.policy().plugin(owner.name());
      if (!policy.enabled()) {
        return Optional.of(
            step(
                contender,
                ToolState.REFUSED,
                Cause.DISABLED,
                "the plugin is disabled: set enabled=true in " + Policy.pluginPid(owner.name())));
      }
      Optional<String> promoted = inputs.owner(owner).flatMap(OwnerState::promoted);
      if (promoted.isEmpty() || !promoted.get().equals(candidate.deployment())) {
        return Optional.of(
            step(
                contender,
                ToolState.STAGED,
                Cause.STAGED,
                "its deployment has not been promoted yet"));
      }
    }
    return Optional.empty();
  }

  private static Step step(Contender contender, ToolState state, Cause cause, String reason) {
    return new Step(contender, contender.document().toolset(), state, cause, reason);
  }
}
