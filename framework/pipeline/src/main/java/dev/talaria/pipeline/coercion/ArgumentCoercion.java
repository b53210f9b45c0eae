package dev.talaria.pipeline.coercion;

import dev.talaria.pipeline.schema.Branches;
import dev.talaria.pipeline.schema.LocalReferences;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Turns what models tend to send into what the schema asks for, where the intent is plain: {@code
 * "42"} into 42, {@code "true"} into true, JSON in a string into JSON, one value into a list of
 * one; and fills in defaults. What cannot be turned is left for validation to report; what is right
 * is left alone.
 *
 * <p>The input is never changed: what has to change is copied, the rest is shared. Immutable and
 * thread-safe.
 */
public final class ArgumentCoercion {
  // Four times what is read at all: a reference and branches lie between two levels of a value.
  private static final int MAX_DEPTH = 800;

  // Schemas that refer to themselves twice from allOf would double the work at every level.
  private static final int MAX_STEPS = 5_000_000;

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final JsonNode document;
  private final LocalReferences references;
  private final TextValues texts;

  public ArgumentCoercion(JsonNode document, LocalReferences references, JsonMapper mapper) {
    this.document = document;
    this.references = references;
    this.texts = new TextValues(mapper);
  }

  /** Returns the arguments as the schema wants them; the same object if nothing had to change. */
  public ObjectNode coerce(ObjectNode arguments) {
    JsonNode coerced = new Walk().coerce(arguments, document, 0);
    return coerced instanceof ObjectNode object ? object : arguments;
  }

  /** One run over one value, with what is left of its allowance. */
  private final class Walk {
    private int steps = MAX_STEPS;

    JsonNode coerce(JsonNode value, JsonNode schema, int depth) {
      if (depth > MAX_DEPTH || --steps < 0 || !schema.isObject()) {
        return value;
      }
      JsonNode result = value;
      Optional<JsonNode> target = references.target(schema);
      if (target.isPresent()) {
        result = coerce(result, target.get(), depth + 1);
      }
      for (JsonNode part : schema.path("allOf").values()) {
        result = coerce(result, part, depth + 1);
      }
      result = converted(result, Alternative.named(schema));
      for (String key : List.of("anyOf", "oneOf")) {
        if (schema.path(key).isArray()) {
          result = throughBranch(result, schema.get(key), depth);
        }
      }
      if (result instanceof ObjectNode object) {
        return properties(object, schema, depth);
      }
      return result instanceof ArrayNode list ? elements(list, schema, depth) : result;
    }

    private JsonNode throughBranch(JsonNode value, JsonNode list, int depth) {
      Branches branches = new Branches(list, references);
      List<List<Alternative>> types = new ArrayList<>();
      List<Alternative> all = new ArrayList<>();
      for (JsonNode branch : branches.all()) {
        types.add(Alternative.of(branch, references));
        all.addAll(types.get(types.size() - 1));
      }
      JsonNode result = converted(value, all);
      List<Integer> candidates = new ArrayList<>();
      for (int i = 0; i < types.size(); i++) {
        if (types.get(i).stream().anyMatch(type -> type.takes(result))) {
          candidates.add(i);
        }
      }
      if (candidates.isEmpty()) {
        return result;
      }
      JsonNode meant = branches.all().get(branches.meant(result, candidates));
      return coerce(result, meant, depth + 1);
    }

    /** Returns the value as the first of the types that it is, or can be turned into. */
    private JsonNode converted(JsonNode value, List<Alternative> types) {
      if (types.isEmpty() || value.isNull()) {
        return value;
      }
      if (value.isString()) {
        return convertedText(value, types);
      }
      return types.stream().anyMatch(type -> type.takes(value)) ? value : reshaped(value, types);
    }

    private JsonNode convertedText(JsonNode value, List<Alternative> types) {
      String text = value.stringValue();
      if (text.equals("null") && types.stream().anyMatch(type -> type.type().equals("null"))) {
        return NODES.nullNode(); // before the text: who can say null hardly means the word
      }
      boolean textIsWelcome = types.stream().anyMatch(type -> type.takes(value));
      for (Alternative type : types) {
        if (type.takes(value)) {
          return value;
        }
        JsonNode read = texts.read(text, type.type(), textIsWelcome);
        if (read != null && type.lists(read)) {
          return read;
        }
      }
      return reshaped(value, types);
    }

    /** The last resorts, for a value that no type takes. */
    private JsonNode reshaped(JsonNode value, List<Alternative> types) {
      for (Alternative type : types) {
        if (type.type().equals("integer") && value.isNumber()) {
          JsonNode integer = TextValues.integer(value.decimalValue());
          if (integer != null && type.lists(integer)) {
            return integer;
          }
        }
        if (type.type().equals("array")) {
          return NODES.arrayNode().add(value);
        }
      }
      return value;
    }

    private ArrayNode elements(ArrayNode list, JsonNode schema, int depth) {
      JsonNode first = schema.path("prefixItems");
      JsonNode others = schema.path("items");
      ArrayNode changed = null;
      for (int i = 0; i < list.size(); i++) {
        JsonNode element = list.get(i);
        JsonNode coerced = coerce(element, i < first.size() ? first.get(i) : others, depth + 1);
        if (coerced != element) {
          changed = changed == null ? NODES.arrayNode(list.size()).addAll(list) : changed;
          changed.set(i, coerced);
        }
      }
      return changed == null ? list : changed;
    }

    private ObjectNode properties(ObjectNode object, JsonNode schema, int depth) {
      Edit edit = new Edit(object);
      JsonNode properties = schema.path("properties");
      for (Map.Entry<String, JsonNode> property : properties.properties()) {
        String name = property.getKey();
        JsonNode declared = property.getValue();
        JsonNode value = object.get(name);
        JsonNode preset = preset(declared);
        if (value != null
            && value.isNull()
            && (preset != null || !isRequired(schema, name))
            && !takesNull(declared)) {
          // Models say null for "not given".
          edit.remove(name);
          value = null;
        }
        if (value != null) {
          edit.set(name, coerce(value, declared, depth + 1));
        } else if (preset != null) {
          edit.set(name, preset.deepCopy());
        }
      }
      JsonNode others = schema.path("additionalProperties");
      if (others.isObject()) {
        for (Map.Entry<String, JsonNode> member : object.properties()) {
          if (!properties.has(member.getKey())) {
            edit.set(member.getKey(), coerce(member.getValue(), others, depth + 1));
          }
        }
      }
      return edit.result();
    }
  }

  /** An object of which a copy is made at the first change. */
  private static final class Edit {
    private final ObjectNode original;
    private ObjectNode copy;

    Edit(ObjectNode original) {
      this.original = original;
    }

    void set(String name, JsonNode value) {
      if (original.get(name) != value) {
        copy().set(name, value);
      }
    }

    void remove(String name) {
      copy().remove(name);
    }

    private ObjectNode copy() {
      if (copy == null) {
        copy = NODES.objectNode();
        copy.setAll(original);
      }
      return copy;
    }

    ObjectNode result() {
      return copy == null ? original : copy;
    }
  }

  private JsonNode preset(JsonNode declared) {
    JsonNode own = declared.get("default");
    return own == null ? references.resolve(declared).get("default") : own;
  }

  private boolean takesNull(JsonNode schema) {
    List<Alternative> types = Alternative.of(schema, references);
    return types.stream().anyMatch(type -> type.takes(NODES.nullNode()));
  }

  private static boolean isRequired(JsonNode schema, String name) {
    for (JsonNode one : schema.path("required").values()) {
      if (one.stringValue("").equals(name)) {
        return true;
      }
    }
    return false;
  }
}
