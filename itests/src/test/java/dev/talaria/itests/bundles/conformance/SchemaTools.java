package dev.talaria.itests.bundles.conformance;

import dev.talaria.api.Tool;
import dev.talaria.api.ToolDeclaration;
import dev.talaria.api.ToolRegistration;
import dev.talaria.api.ToolRegistry;
import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Registers tools whose schemas are given by hand. */
@Component(
    immediate = true,
    service = {})
public final class SchemaTools {
  /** Every keyword that the suite looks for. */
  private static final String SCHEMA_2020_12 =
      """
      {"$schema": "https://json-schema.org/draft/2020-12/schema",
       "type": "object",
       "$defs": {"address": {"$anchor": "addressDef", "type": "object",
         "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
       "properties": {
         "name": {"type": "string"},
         "address": {"$ref": "#/$defs/address"},
         "contactMethod": {"type": "string", "enum": ["phone", "email"]},
         "phone": {"type": "string"},
         "email": {"type": "string"}},
       "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
       "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
       "then": {"required": ["phone"]},
       "else": {"required": ["email"]},
       "additionalProperties": false}
      """;

  private static final String WITH_HEADER =
      """
      {"type": "object",
       "properties": {
         "region": {"type": "string", "x-mcp-header": "Region"},
         "count": {"type": "integer", "x-mcp-header": "Count"}},
       "additionalProperties": false}
      """;

  private final List<ToolRegistration> registrations;

  @Activate
  public SchemaTools(@Reference ToolRegistry registry) {
    registrations =
        List.of(
            register(registry, "json_schema_2020_12_tool", SCHEMA_2020_12),
            register(registry, "conf_header_tool", WITH_HEADER));
  }

  @SuppressWarnings("unchecked")
  private static ToolRegistration register(ToolRegistry registry, String name, String schema) {
    Tool<Map<String, Object>> tool = (arguments, context) -> "Called with " + arguments.keySet();
    return registry.register(
        ToolDeclaration.named(name, "conformance")
            .description("Has a schema written by hand.")
            .inputSchema(schema)
            .build(),
        tool,
        (Class<Map<String, Object>>) (Class<?>) Map.class);
  }

  @Deactivate
  void close() {
    registrations.forEach(ToolRegistration::close);
  }
}
