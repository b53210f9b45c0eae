package dev.talaria.pipeline.definition;

import static dev.talaria.pipeline.definition.Keywords.NODES;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A schema as Anthropic's Messages API takes it: JSON Schema 2020-12 with an object at the root and
 * no alternatives there, and property names of {@code [a-zA-Z0-9_.-]{1,64}}. One schema that breaks
 * this makes the service refuse the whole request, so properties with other names are not shown.
 *
 * @param hidden the names of properties that are not shown
 */
record AnthropicSchema(ObjectNode schema, Set<String> hidden) {
  private static final Pattern PROPERTY = Pattern.compile("[a-zA-Z0-9_.-]{1,64}");

  /** Returns the schema for what a tool declares; of what is no schema, that of no arguments. */
  static AnthropicSchema of(JsonNode schema) {
    ObjectNode given = schema instanceof ObjectNode object ? object : NODES.objectNode();
    Set<String> hidden = new TreeSet<>();
    ObjectNode root = RootObject.of(given);
    return new AnthropicSchema((ObjectNode) shown(root, hidden), hidden);
  }

  /** Returns whether a property may have this name. */
  static boolean isTaken(String property) {
    return PROPERTY.matcher(property).matches();
  }

  private static JsonNode shown(JsonNode schema, Set<String> hidden) {
    if (!(schema instanceof ObjectNode object)) {
      return schema;
    }
    ObjectNode copy = Keywords.replaceInner(object, (keyword, inner) -> shown(inner, hidden));
    if (copy.path("properties") instanceof ObjectNode properties) {
      Set<String> others = new TreeSet<>();
      properties.propertyNames().stream().filter(name -> !isTaken(name)).forEach(others::add);
      if (!others.isEmpty()) {
        hidden.addAll(others);
        properties.remove(others);
        // What is not shown may still be given.
        copy.remove("additionalProperties");
        copy.remove("unevaluatedProperties");
        CompatibleSchema.keepDescribed(copy);
      }
    }
    return copy;
  }
}
