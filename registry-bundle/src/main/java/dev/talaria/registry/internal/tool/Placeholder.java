package dev.talaria.registry.internal.tool;

import dev.talaria.api.ToolAnnotations;
import dev.talaria.pipeline.ToolDocument;
import java.util.List;
import java.util.Optional;

/** Stands in for the declaration of something that is refused, so that it can be shown. */
public final class Placeholder {
  private Placeholder() {}

  public static ToolDocument document(String name, String toolset, boolean override) {
    return new ToolDocument(
        name,
        toolset,
        "",
        "",
        "",
        override,
        ToolAnnotations.DEFAULT,
        Optional.empty(),
        0,
        List.of(),
        "{\"type\":\"object\"}",
        Optional.empty(),
        ToolDocument.Behaviour.PLAIN,
        List.of());
  }
}
