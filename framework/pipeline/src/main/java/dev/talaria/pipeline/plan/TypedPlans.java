package dev.talaria.pipeline.plan;

import dev.talaria.pipeline.schema.LocalReferences;
import dev.talaria.pipeline.schema.NumberRange;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/** Makes plans of a schema's own rules. */
final class TypedPlans {
  /** The keywords that a plan holds a value to. */
  static final Set<String> KEYWORDS =
      Set.of(
          "type",
          "enum",
          "const",
          "minLength",
          "maxLength",
          "pattern",
          "minimum",
          "maximum",
          "exclusiveMinimum",
          "exclusiveMaximum",
          "properties",
          "required",
          "additionalProperties",
          "minProperties",
          "maxProperties",
          "items",
          "minItems",
          "maxItems",
          "uniqueItems");

  private static final List<String> OF_OBJECTS =
      List.of("properties", "required", "additionalProperties", "minProperties", "maxProperties");
  private static final List<String> OF_LISTS =
      List.of("items", "minItems", "maxItems", "uniqueItems");

  /** Takes everything that can be handled. */
  static final Plan ANYTHING =
      new TypedPlan(
          Kinds.ALL, new Texts(true, false), null, TextRule.NONE, NumberRule.NONE, null, null);

  private final LocalReferences references;
  private final Function<String, Predicate<String>> patterns;
  private final Function<JsonNode, Plan> inner;

  /**
   * Creates a maker of plans.
   *
   * @param inner compiles the schemas of values inside
   */
  TypedPlans(
      LocalReferences references,
      Function<String, Predicate<String>> patterns,
      Function<JsonNode, Plan> inner) {
    this.references = references;
    this.patterns = patterns;
    this.inner = inner;
  }

  /** Returns the kinds of the types that a schema names, in their order. */
  static List<Integer> types(JsonNode schema) {
    JsonNode type = schema.path("type");
    if (type.isString()) {
      return List.of(Kinds.ofType(type.stringValue()));
    }
    List<Integer> kinds = new ArrayList<>();
    for (JsonNode one : type.values()) {
      kinds.add(Kinds.ofType(one.stringValue("")));
    }
    return kinds;
  }

  Plan compile(JsonNode schema) {
    if (hasOddBounds(schema)) {
      return Plan.UNSURE;
    }
    List<Integer> types = types(schema);
    int kinds =
        schema.has("type")
            ? types.stream().reduce(Kinds.NONE, (one, other) -> one | other)
            : Kinds.ALL;
    return new TypedPlan(
        kinds,
        Texts.under(types),
        listed(schema),
        text(schema),
        number(schema),
        objects(schema),
        lists(schema));
  }

  /** Bounds that are no numbers of ordinary size are for the validator to understand. */
  private static boolean hasOddBounds(JsonNode schema) {
    for (String key :
        List.of(
            "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties")) {
      if (schema.has(key) && !schema.get(key).isInt()) {
        return true;
      }
    }
    for (String key : List.of("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum")) {
      JsonNode bound = schema.path(key);
      if (schema.has(key) && (!bound.isNumber() || NumberRange.isOutside(bound))) {
        return true;
      }
    }
    return false;
  }

  private static ListedValues listed(JsonNode schema) {
    if (schema.has("const") && schema.has("enum")) {
      return new ListedValues(List.of()); // nobody writes both; let the validator see to it
    }
    if (schema.has("const")) {
      return new ListedValues(List.of(schema.get("const")));
    }
    return schema.has("enum") ? new ListedValues(schema.get("enum").values()) : null;
  }

  private TextRule text(JsonNode schema) {
    String pattern = schema.path("pattern").stringValue(null);
    return new TextRule(
        schema.path("minLength").asInt(0),
        schema.path("maxLength").asInt(Integer.MAX_VALUE),
        pattern == null ? null : patterns.apply(pattern));
  }

  private static NumberRule number(JsonNode schema) {
    return new NumberRule(
        bound(schema, "minimum"),
        bound(schema, "maximum"),
        bound(schema, "exclusiveMinimum"),
        bound(schema, "exclusiveMaximum"));
  }

  private static BigDecimal bound(JsonNode schema, String key) {
    return schema.has(key) ? schema.get(key).decimalValue() : null;
  }

  private ListRule lists(JsonNode schema) {
    return OF_LISTS.stream().noneMatch(schema::has)
        ? null
        : new ListRule(
            schema.has("items") ? inner.apply(schema.get("items")) : ANYTHING,
            schema.path("minItems").asInt(0),
            schema.path("maxItems").asInt(Integer.MAX_VALUE),
            schema.path("uniqueItems").asBoolean(false));
  }

  private ObjectRule objects(JsonNode schema) {
    if (OF_OBJECTS.stream().noneMatch(schema::has)) {
      return null;
    }
    Plan others =
        schema.has("additionalProperties")
            ? inner.apply(schema.get("additionalProperties"))
            : ANYTHING;
    Set<String> required = new LinkedHashSet<>();
    schema.path("required").values().forEach(name -> required.add(name.stringValue("")));
    List<ObjectRule.Property> properties = new ArrayList<>();
    for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
      JsonNode declared = property.getValue();
      properties.add(
          new ObjectRule.Property(
              property.getKey(),
              inner.apply(declared),
              preset(declared),
              required.remove(property.getKey())));
    }
    for (String name : required) {
      properties.add(new ObjectRule.Property(name, others, null, true));
    }
    return new ObjectRule(
        properties,
        others,
        schema.path("minProperties").asInt(0),
        schema.path("maxProperties").asInt(Integer.MAX_VALUE));
  }

  private JsonNode preset(JsonNode declared) {
    JsonNode own = declared.get("default");
    return own == null ? references.resolve(declared).get("default") : own;
  }
}
