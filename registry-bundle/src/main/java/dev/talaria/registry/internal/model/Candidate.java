package dev.talaria.registry.internal.model;

import dev.talaria.pipeline.ToolDocument;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.OwnerId;
import java.util.Objects;
import java.util.Optional;

/**
 * Something that arrived and wants to stand for a name.
 *
 * @param id unique; a service's id, or a negative number for a registration
 * @param owner who brought it
 * @param deployment which of the owner's contents it belongs to; {@link #CORE} for core bundles
 * @param override whether it asks to take the place of another
 * @param ranking decides only between candidates of one owner and deployment
 * @param document its declaration; of a faulty candidate, as far as it is known
 * @param fault why it can never stand, if so
 * @param version of what brought it; for display
 * @param binding the way to the tool; resolution does not look at it
 */
public record Candidate(
    long id,
    OwnerId owner,
    String deployment,
    boolean override,
    int ranking,
    ToolDocument document,
    Optional<String> fault,
    String version,
    Binding binding) {
  /** The deployment of everything that core bundles bring. */
  public static final String CORE = "core";

  public Candidate {
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(deployment, "deployment");
    Objects.requireNonNull(document, "document");
    Objects.requireNonNull(fault, "fault");
    Objects.requireNonNull(version, "version");
    Objects.requireNonNull(binding, "binding");
  }

  public String name() {
    return document.name();
  }

  public boolean isFaulty() {
    return fault.isPresent();
  }
}
