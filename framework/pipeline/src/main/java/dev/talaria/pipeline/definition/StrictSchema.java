package dev.talaria.pipeline.definition;

import static dev.talaria.pipeline.definition.Keywords.NODES;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns a schema into one that a provider holds models to, if that can be done without making
 * anything impossible that the tool takes, save two things: objects that do not say whether they
 * take other properties are closed, and where every property has to be given, null stands for "not
 * given" (the runtime takes it so). A rule that the provider does not know is left to the runtime,
 * which checks every call against the declared schema. Used once, by one thread.
 */
final class StrictSchema {
  /** What decides over properties elsewhere cannot be closed. */
  private static final List<String> CONDITIONS =
      List.of("if", "then", "else", "dependentSchemas", "dependencies");

  // Look-around, back references and word boundaries are in no provider's patterns.
  private static final Pattern HARD_PATTERN = Pattern.compile("\\(\\?|\\\\[bB1-9]");

  private static final int MAX_SHOWN_DEFAULT = 100;

  private final StrictRules rules;
  private final ObjectNode root;
  private final Set<String> left = new TreeSet<>();
  private int properties;
  private int enumValues;
  private int optional;
  private int unions;

  private StrictSchema(ObjectNode root, StrictRules rules) {
    this.root = root;
    this.rules = rules;
  }

  /** Says where and why it cannot be done. */
  private static final class NotStrictException extends Exception {
    private static final long serialVersionUID = 1L;

    NotStrictException(String path, String reason) {
      super((path.isEmpty() ? "the arguments" : path) + ": " + reason, null, false, false);
    }
  }

  /** Returns the strict form of what a tool declares, or why there is none. */
  static StrictOutcome of(JsonNode schema, StrictRules rules) {
    if (!(schema instanceof ObjectNode object)) {
      return new StrictOutcome.NotStrict("the schema is no object");
    }
    StrictSchema strict = new StrictSchema(LocalReferences.of(object), rules);
    try {
      ObjectNode result = strict.whole();
      return new StrictOutcome.Strict(result, strict.left, strict.optional, strict.unions);
    } catch (NotStrictException e) {
      return new StrictOutcome.NotStrict(e.getMessage());
    }
  }

  private ObjectNode whole() throws NotStrictException {
    ObjectNode arguments = root.deepCopy();
    arguments.remove("$defs");
    for (String keyword : List.of("anyOf", "oneOf", "allOf")) {
      if (arguments.has(keyword)
          && arguments.path(keyword).valueStream().allMatch(StrictSchema::onlyRequires)) {
        arguments.remove(keyword);
        left.add(keyword);
      }
    }
    if (arguments.has("enum")
        || arguments.has("const")
        || RootObject.isComposed(arguments) && !arguments.has("not")) {
      throw new NotStrictException("", "described by alternatives or a reference");
    }
    ObjectNode result = object(arguments, "", 1);
    JsonNode definitions = root.path("$defs");
    if (!definitions.isEmpty()) {
      if (!rules.recursion()) {
        Optional<String> recursive = Recursion.in(definitions);
        if (recursive.isPresent()) {
          throw new NotStrictException(
              recursive.get(), "recursive, which " + rules.provider() + " does not take");
        }
      }
      ObjectNode strict = result.putObject("$defs");
      for (Map.Entry<String, JsonNode> definition : definitions.properties()) {
        strict.set(definition.getKey(), node(definition.getValue(), definition.getKey(), 1));
      }
    }
    if (properties > rules.maxProperties() || enumValues > rules.maxEnumValues()) {
      throw new NotStrictException(
          "", "more properties or choices than " + rules.provider() + " takes");
    }
    return result;
  }

  /** Whether an alternative only says which of the properties have to be there. */
  private static boolean onlyRequires(JsonNode schema) {
    return schema.isObject()
        && Set.of("required", "type", "title", "description").containsAll(schema.propertyNames());
  }

  private ObjectNode node(JsonNode schema, String path, int depth) throws NotStrictException {
    if (!(schema instanceof ObjectNode given)) {
      throw new NotStrictException(path, "anything is taken");
    }
    if (depth > rules.maxDepth()) {
      throw new NotStrictException(path, "nested deeper than " + rules.provider() + " takes");
    }
    ObjectNode object = Keywords.oneTypeEach(given);
    if (object.has("$ref")) {
      return reference(object, path);
    }
    if (object.path("allOf").size() == 1 && saysNothingBut(object, "allOf")) {
      ObjectNode only =
          object.path("allOf").get(0) instanceof ObjectNode one
              ? one.deepCopy()
              : NODES.objectNode();
      object.properties().stream()
          .filter(e -> !e.getKey().equals("allOf"))
          .forEach(e -> only.set(e.getKey(), e.getValue()));
      return node(only, path, depth);
    }
    if (object.has("allOf")) {
      throw new NotStrictException(path, "several schemas at once (allOf)");
    }
    if (object.has("anyOf") || object.has("oneOf")) {
      return alternatives(object, path, depth);
    }
    return plain(object, path, depth);
  }

  private ObjectNode reference(ObjectNode object, String path) throws NotStrictException {
    if (!saysNothingBut(object, "$ref")) {
      throw new NotStrictException(path, "a reference with further rules");
    }
    ObjectNode reference = NODES.objectNode().put("$ref", object.path("$ref").stringValue());
    String description = description(object);
    if (description.isEmpty() || !rules.nullForOptional()) {
      return reference;
    }
    // Nothing may stand beside $ref.
    ObjectNode wrapped = NODES.objectNode().put("description", description);
    wrapped.putArray("anyOf").add(reference);
    return wrapped;
  }

  private ObjectNode alternatives(ObjectNode object, String path, int depth)
      throws NotStrictException {
    String keyword = object.has("anyOf") ? "anyOf" : "oneOf";
    ObjectNode rest = object.deepCopy();
    JsonNode type = rest.remove("type");
    rest.remove(List.of("unevaluatedProperties", "discriminator"));
    if (!saysNothingBut(rest, keyword)) {
      throw new NotStrictException(path, "alternatives with further rules");
    }
    unions++;
    ObjectNode result = described(object);
    ArrayNode branches = result.putArray("anyOf");
    for (JsonNode branch : object.path(keyword).values()) {
      ObjectNode own = branch instanceof ObjectNode one ? one.deepCopy() : NODES.objectNode();
      if (type != null
          && !own.has("type")
          && !own.has("$ref")
          && !own.has("anyOf")
          && !own.has("oneOf")) {
        own.set("type", type);
      }
      branches.add(node(own, path, depth));
    }
    return result;
  }

  private ObjectNode plain(ObjectNode object, String path, int depth) throws NotStrictException {
    JsonNode types = object.path("type");
    boolean nullable = types.isArray() && Keywords.lists(types, "null");
    String type = types.isArray() ? firstBesidesNull(types) : types.stringValue("");
    if (object.has("enum") || object.has("const")) {
      return choice(object, path);
    }
    if (type.isEmpty()) {
      type = object.has("properties") ? "object" : object.has("items") ? "array" : "";
    }
    ObjectNode result =
        switch (type) {
          case "object" -> object(object, path, depth);
          case "array" -> array(object, path, depth);
          case "string", "number", "integer", "boolean", "null" ->
              described(object).put("type", type);
          default -> throw new NotStrictException(path, "anything is taken");
        };
    constraints(object, result, type);
    if (nullable && !type.equals("null")) {
      unions++;
      return Nullable.of(result);
    }
    return result;
  }

  private static String firstBesidesNull(JsonNode types) {
    return types
        .valueStream()
        .map(t -> t.stringValue(""))
        .filter(t -> !t.equals("null"))
        .findFirst()
        .orElse("null");
  }

  private ObjectNode choice(ObjectNode object, String path) throws NotStrictException {
    Set<String> types = new TreeSet<>();
    ArrayNode values = NODES.arrayNode();
    Iterable<JsonNode> given =
        object.has("const") ? List.of(object.path("const")) : object.path("enum").values();
    for (JsonNode value : given) {
      types.add(
          switch (value.getNodeType()) {
            case STRING -> "string";
            case BOOLEAN -> "boolean";
            case NULL -> "null";
            case NUMBER -> value.isIntegralNumber() ? "integer" : "number";
            default -> throw new NotStrictException(path, "a choice of what are no plain values");
          });
      values.add(value);
    }
    enumValues += values.size();
    ObjectNode result = described(object);
    if (types.size() == 1) {
      result.put("type", types.iterator().next());
    } else {
      unions++;
      types.forEach(result.putArray("type")::add);
    }
    result.set("enum", values);
    return result;
  }

  private ObjectNode object(ObjectNode object, String path, int depth) throws NotStrictException {
    for (String condition : CONDITIONS) {
      if (object.has(condition)) {
        throw new NotStrictException(path, "rules that depend on values (" + condition + ")");
      }
    }
    JsonNode others = object.path("additionalProperties");
    boolean closed = others.isBoolean() && !others.booleanValue();
    if (!object.path("patternProperties").isEmpty()
        || !closed && (!others.isMissingNode() || !object.has("properties"))) {
      throw new NotStrictException(path, "properties of any name are taken");
    }
    ObjectNode result = described(object).put("type", "object");
    ObjectNode strict = result.putObject("properties");
    for (Map.Entry<String, JsonNode> property : object.path("properties").properties()) {
      String name = property.getKey();
      String place = path.isEmpty() ? name : path + "." + name;
      if (!AnthropicSchema.isTaken(name)) {
        throw new NotStrictException(place, "a name that providers do not take");
      }
      properties++;
      ObjectNode value = node(property.getValue(), place, depth + 1);
      boolean required = Keywords.lists(object.path("required"), name);
      if (!required) {
        optional++;
      }
      strict.set(name, required || !rules.nullForOptional() ? value : Nullable.of(value));
    }
    ArrayNode required = result.putArray("required");
    for (JsonNode name : object.path("required").values()) {
      if (!strict.has(name.stringValue(""))) {
        throw new NotStrictException(
            path, "'" + name.stringValue("") + "' is required and not described");
      }
      if (!rules.nullForOptional()) {
        required.add(name);
      }
    }
    if (rules.nullForOptional()) {
      strict.propertyNames().forEach(required::add);
    }
    result.put("additionalProperties", false);
    leave(object, "not", "minProperties", "maxProperties", "propertyNames", "dependentRequired");
    return result;
  }

  private ObjectNode array(ObjectNode object, String path, int depth) throws NotStrictException {
    if (object.has("prefixItems") || !object.path("items").isObject()) {
      throw new NotStrictException(path, "a list of anything");
    }
    ObjectNode result = described(object).put("type", "array");
    result.set("items", node(object.path("items"), path + "[]", depth + 1));
    leave(object, "contains", "minContains", "maxContains", "uniqueItems");
    return result;
  }

  private void constraints(ObjectNode object, ObjectNode result, String type) {
    for (String keyword : Keywords.of(type)) {
      if (result.has(keyword) || !object.has(keyword) || type.equals("object")) {
        continue;
      }
      if (rules.constraints().contains(keyword) && isTaken(keyword, object.path(keyword))) {
        result.set(keyword, object.get(keyword).deepCopy());
      } else {
        left.add(keyword);
      }
    }
    leave(object, "not");
  }

  private boolean isTaken(String keyword, JsonNode value) {
    return switch (keyword) {
      case "format" -> rules.formats().contains(value.stringValue(""));
      case "pattern" -> !HARD_PATTERN.matcher(value.stringValue("")).find();
      // Anthropic: only "at least one" and "any number".
      case "minItems" -> rules.nullForOptional() || value.asInt(2) <= 1;
      default -> true;
    };
  }

  private void leave(ObjectNode object, String... keywords) {
    for (String keyword : keywords) {
      if (object.has(keyword)) {
        left.add(keyword);
      }
    }
  }

  /** A schema that says nothing yet but what it is for. */
  private static ObjectNode described(ObjectNode object) {
    ObjectNode result = NODES.objectNode();
    if (object.path("title").isString()) {
      result.set("title", object.get("title"));
    }
    String description = description(object);
    if (!description.isEmpty()) {
      result.put("description", description);
    }
    return result;
  }

  /** A default may not be stated, so it is told. */
  private static String description(ObjectNode object) {
    String text = object.path("description").stringValue("");
    JsonNode value = object.path("default");
    if (value.isMissingNode() || value.isNull() || value.toString().length() > MAX_SHOWN_DEFAULT) {
      return text;
    }
    String told = "Default: " + value;
    return text.isEmpty() ? told : text + " (" + told + ")";
  }

  private static boolean saysNothingBut(ObjectNode schema, String keyword) {
    for (Map.Entry<String, JsonNode> member : schema.properties()) {
      if (!member.getKey().equals(keyword) && !Keywords.ANNOTATIONS.contains(member.getKey())) {
        return false;
      }
    }
    return true;
  }
}
