package dev.talaria.pipeline;

import dev.talaria.pipeline.ToolDocument.CrossReference;
import java.util.HashSet;

/**
 * What a declaration must keep to, as {@code dev.talaria.api.ToolSpec} and {@code SeeAlso} state
 * it. The annotation processor says the same at compile time, but a document may come from
 * anywhere.
 */
final class ToolDocumentRules {
  private static final int MAX_SEE_ALSO = 16;
  private static final int MAX_SEE_ALSO_CHARS = 1000;

  private ToolDocumentRules() {}

  static ToolDocument checked(ToolDocument document) throws InvalidToolDocumentException {
    require(
        ToolNames.isValidName(document.name()),
        "'"
            + document.name()
            + "' is no name for a tool: 1 to 64 of letters, digits, _ and -, starting with a"
            + " letter");
    require(
        ToolNames.isValidToolset(document.toolset()),
        "'"
            + document.toolset()
            + "' is no name for a toolset: 1 to 64 of lower-case letters, digits, _ and -");
    require(!document.description().isBlank(), "the description is missing");
    require(document.maxResultChars() >= -1, "maxResultChars must be -1, 0 or a limit");
    require(
        document.timeout().isEmpty()
            || !document.timeout().get().isZero() && !document.timeout().get().isNegative(),
        "the timeout must be longer than nothing");
    ToolDocument.Behaviour behaviour = document.behaviour();
    require(behaviour.maxConcurrent() >= 0, "maxConcurrent must be 0 or a limit");
    extension("probe", behaviour.probe());
    extension("overlay", behaviour.overlay());
    require(document.seeAlso().size() <= MAX_SEE_ALSO, "seeAlso has more than " + MAX_SEE_ALSO);
    for (CrossReference reference : document.seeAlso()) {
      seeAlso(reference, document.name());
    }
    return document;
  }

  private static void extension(String key, String name) throws InvalidToolDocumentException {
    require(
        name.isEmpty() || ToolNames.isValidExtension(name),
        key
            + ": '"
            + name
            + "' is no name: 1 to 64 of letters, digits, '.', _ and -, starting with a letter");
  }

  private static void seeAlso(CrossReference reference, String self)
      throws InvalidToolDocumentException {
    int tools = reference.tools().size();
    require(tools > 0 && tools <= MAX_SEE_ALSO, "seeAlso must name 1 to 16 tools, not " + tools);
    require(new HashSet<>(reference.tools()).size() == tools, "seeAlso names a tool twice");
    for (String name : reference.tools()) {
      require(ToolNames.isValidName(name), "seeAlso: '" + name + "' is no name for a tool");
      require(!name.equals(self), "seeAlso names the tool itself");
    }
    require(!reference.text().isBlank(), "seeAlso has no text");
    require(
        reference.text().length() <= MAX_SEE_ALSO_CHARS,
        "seeAlso has a text of more than " + MAX_SEE_ALSO_CHARS + " characters");
  }

  private static void require(boolean holds, String otherwise) throws InvalidToolDocumentException {
    if (!holds) {
      throw new InvalidToolDocumentException(otherwise);
    }
  }
}
