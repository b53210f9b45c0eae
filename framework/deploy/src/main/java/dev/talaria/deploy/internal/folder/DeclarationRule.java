package dev.talaria.deploy.internal.folder;

import dev.talaria.formats.jar.ToolCapability;
import dev.talaria.formats.jar.ToolDocumentRule;
import dev.talaria.pipeline.CheckedDocument;
import dev.talaria.pipeline.InvalidToolDocumentException;
import dev.talaria.pipeline.JsonMappers;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** Lets no declaration in that the registry would refuse when the bundle has started. */
public final class DeclarationRule implements ToolDocumentRule {
  private final JsonMapper mapper = JsonMappers.base();

  @Override
  public Optional<String> problem(ToolCapability tool, byte[] document) {
    try {
      CheckedDocument.read(tool.name(), tool.toolset(), tool.override(), document, mapper)
          .compile(mapper);
      return Optional.empty();
    } catch (InvalidToolDocumentException e) {
      return Optional.of(e.getMessage());
    }
  }
}
