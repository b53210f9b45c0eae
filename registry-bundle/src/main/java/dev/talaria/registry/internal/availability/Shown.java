package dev.talaria.registry.internal.availability;

import dev.talaria.pipeline.ToolDocument;
import java.util.Objects;

/**
 * What is shown of a tool.
 *
 * @param document its declaration, perhaps with what an overlay put in place of parts of it
 */
public record Shown(ToolDocument document) implements Finding {
  public Shown {
    Objects.requireNonNull(document, "document");
  }
}
