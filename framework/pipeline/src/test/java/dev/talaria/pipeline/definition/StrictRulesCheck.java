package dev.talaria.pipeline.definition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The providers' published rules for strict schemas, written down without our transform. */
final class StrictRulesCheck {
  private static final Set<String> COMMON =
      Set.of(
          "type",
          "title",
          "description",
          "properties",
          "required",
          "additionalProperties",
          "items",
          "enum",
          "anyOf",
          "$ref",
          "$defs");
  private static final Set<String> OPENAI_ONLY =
      Set.of(
          "pattern",
          "format",
          "minimum",
          "maximum",
          "exclusiveMinimum",
          "exclusiveMaximum",
          "multipleOf",
          "minItems",
          "maxItems");

  private StrictRulesCheck() {}

  static void openAi(ObjectNode root) {
    assertThat(root.path("type").stringValue()).isEqualTo("object");
    assertThat(root.has("anyOf")).isFalse();
    check(root, true);
  }

  static void anthropic(ObjectNode root) {
    assertThat(root.path("type").stringValue()).isEqualTo("object");
    assertThat(root.has("anyOf")).isFalse();
    check(root, false);
  }

  private static void check(JsonNode node, boolean openAi) {
    assertThat(node.isObject()).isTrue();
    for (String keyword : node.propertyNames()) {
      assertThat(
              COMMON.contains(keyword)
                  || (openAi
                      ? OPENAI_ONLY.contains(keyword)
                      : Set.of("format", "minItems").contains(keyword)))
          .as(keyword)
          .isTrue();
    }
    if (node.has("$ref")) {
      assertThat(node.size()).isEqualTo(1);
      return;
    }
    assertThat(node.has("type") || node.has("anyOf")).isTrue();
    if (node.has("properties")) {
      assertThat(node.path("additionalProperties").isBoolean()).isTrue();
      assertThat(node.path("additionalProperties").booleanValue()).isFalse();
      Set<String> required = new TreeSet<>();
      node.path("required").values().forEach(name -> required.add(name.stringValue()));
      if (openAi) {
        assertThat(required).isEqualTo(new TreeSet<>(node.path("properties").propertyNames()));
      } else {
        assertThat(node.path("properties").propertyNames()).containsAll(required);
      }
      node.path("properties").values().forEach(property -> check(property, openAi));
    }
    if (mentions(node, "object")) {
      assertThat(node.has("properties")).isTrue();
    }
    if (mentions(node, "array")) {
      check(node.path("items"), openAi);
    }
    node.path("anyOf").values().forEach(branch -> check(branch, openAi));
    node.path("$defs").values().forEach(definition -> check(definition, openAi));
    node.path("enum").values().forEach(value -> assertThat(value.isContainer()).isFalse());
  }

  private static boolean mentions(JsonNode node, String type) {
    return type.equals(node.path("type").stringValue(""))
        || Keywords.lists(node.path("type"), type);
  }
}
