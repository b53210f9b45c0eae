package dev.talaria.formats.jar;

import java.util.Optional;

/**
 * Judges the declaration document of a tool. A way in for who knows JSON, which this library of the
 * JDK alone does not. Implementations are thread-safe.
 */
@FunctionalInterface
public interface ToolDocumentRule {
  /**
   * Returns what is wrong with a document, as the end of a sentence that begins with its path;
   * empty if the registry would take it.
   *
   * @param tool what the manifest says of the tool
   * @param document the bytes of its document
   */
  Optional<String> problem(ToolCapability tool, byte[] document);
}
