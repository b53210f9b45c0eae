package dev.talaria.registry.internal.resolution;

import dev.talaria.pipeline.ToolDocument;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.CoreDeclaration;
import dev.talaria.registry.internal.tool.OwnerId;
import java.util.Optional;

/**
 * Who takes part in the fold over a name: a candidate, or the declaration of a core bundle with or
 * without its service.
 *
 * @param order of the owner among those of its origin
 * @param declaration that reserves the name, if this is of a core bundle
 * @param candidate the service, if it is there
 */
public record Contender(
    OwnerId owner,
    long order,
    Optional<CoreDeclaration> declaration,
    Optional<Candidate> candidate) {

  static Contender of(Candidate candidate, long order) {
    return new Contender(candidate.owner(), order, Optional.empty(), Optional.of(candidate));
  }

  public ToolDocument document() {
    return candidate.isPresent()
        ? candidate.get().document()
        : declaration.orElseThrow().document();
  }

  public String version() {
    return candidate.isPresent() ? candidate.get().version() : declaration.orElseThrow().version();
  }

  /** Returns whether it asks to take the place of another. */
  public boolean override() {
    return candidate.isPresent()
        ? candidate.get().override()
        : declaration.orElseThrow().document().override();
  }
}
