package dev.talaria.registry.internal.model;

import dev.talaria.pipeline.ToolDocument;
import dev.talaria.registry.internal.tool.OwnerId;
import java.util.Objects;
import java.util.Optional;

/**
 * What the manifest of a core bundle declares, started or not. It reserves the name.
 *
 * @param document as far as it is known
 * @param fault why no service of this declaration can be taken, if so
 */
public record CoreDeclaration(
    OwnerId owner, ToolDocument document, Optional<String> fault, String version) {
  public CoreDeclaration {
    Objects.requireNonNull(owner, "owner");
    Objects.requireNonNull(document, "document");
    Objects.requireNonNull(fault, "fault");
    Objects.requireNonNull(version, "version");
  }

  public String name() {
    return document.name();
  }
}
