package dev.talaria.registry.internal.osgi;

import dev.talaria.pipeline.ToolDocument;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a bundle's manifest says about its tools.
 *
 * @param byName the declared tools
 * @param prefixes of names that it may register at run time
 * @param problems of declarations that cannot even be named, a sentence each
 */
record DeclaredTools(
    Map<String, DeclaredTool> byName, List<String> prefixes, List<String> problems) {
  static final DeclaredTools NONE = new DeclaredTools(Map.of(), List.of(), List.of());

  /**
   * One declared tool.
   *
   * @param document as far as it could be read
   * @param className of its implementation; empty: not said
   * @param fault why it cannot be taken, if so
   */
  record DeclaredTool(ToolDocument document, String className, Optional<String> fault) {}

  DeclaredTools {
    byName = Map.copyOf(byName);
    prefixes = List.copyOf(prefixes);
    problems = List.copyOf(problems);
  }
}
