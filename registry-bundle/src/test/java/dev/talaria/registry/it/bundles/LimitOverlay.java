package dev.talaria.registry.it.bundles;

import dev.talaria.api.DefinitionOverlay;
import java.util.Map;

/** Says in a description what limit a system property sets. */
public final class LimitOverlay implements DefinitionOverlay {
  @Override
  public Map<String, Object> overlay(String toolName) {
    String limit = System.getProperty("it.limit", "3");
    if (limit.equals("throw")) {
      throw new IllegalStateException("no limit to be had");
    }
    return Map.of(
        "description",
        "At most " + limit + " at once.",
        "inputSchema",
        Map.of(
            "properties",
            Map.of("name", Map.of("type", "string", "maxLength", Integer.valueOf(limit)))));
  }
}
