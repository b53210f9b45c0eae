package dev.talaria.registry.internal.availability;

import dev.talaria.pipeline.ToolDocument;
import java.util.Objects;
import java.util.Optional;

/**
 * What is shown of a tool.
 *
 * @param document its declaration, perhaps with what an overlay put in place of parts of it
 * @param problem why it is shown as declared although it has an overlay; empty: that is not so
 */
public record Shown(ToolDocument document, Optional<String> problem) implements Finding {
  public Shown {
    Objects.requireNonNull(document, "document");
    Objects.requireNonNull(problem, "problem");
  }

  /** Creates what is shown where nothing is wrong. */
  public Shown(ToolDocument document) {
    this(document, Optional.empty());
  }
}
