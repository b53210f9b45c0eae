package dev.talaria.processor.internal.schema;

import dev.talaria.processor.internal.shape.Shape;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** Writes a shape as JSON Schema, draft 2020-12. The order of the keys is always the same. */
public final class SchemaWriter {
  private final Use use;

  /** Creates a writer of schemas for this use. */
  public SchemaWriter(Use use) {
    this.use = use;
  }

  /** Returns the schema as maps, lists and plain values. */
  public Map<String, Object> write(Shape shape) {
    return write(shape, "");
  }

  /** Returns the schema of an object whose names and values are free. */
  public static Map<String, Object> anyObject() {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", Map.of());
    schema.put("additionalProperties", true);
    return schema;
  }

  private Map<String, Object> write(Shape shape, String doc) {
    Map<String, Object> schema = new LinkedHashMap<>();
    type(shape).ifPresent(type -> schema.put("type", type));
    String description = description(shape, doc);
    if (!description.isEmpty()) {
      schema.put("description", description);
    }
    if (shape instanceof Shape.Text text) {
      put(schema, "minLength", text.minLength());
      put(schema, "maxLength", text.maxLength());
      text.pattern().ifPresent(pattern -> schema.put("pattern", pattern));
    } else if (shape instanceof Shape.Whole whole) {
      whole.minimum().or(() -> naturalLow(whole)).ifPresent(n -> schema.put("minimum", n));
      whole.maximum().or(() -> naturalHigh(whole)).ifPresent(n -> schema.put("maximum", n));
    } else if (shape instanceof Shape.Decimal decimal) {
      decimal.minimum().ifPresent(n -> schema.put("minimum", n));
      decimal.maximum().ifPresent(n -> schema.put("maximum", n));
    } else if (shape instanceof Shape.Choice choice) {
      schema.put("enum", choice.constants().stream().map(Shape.Constant::name).toList());
    } else if (shape instanceof Shape.Sequence sequence) {
      schema.put("items", write(sequence.items()));
      put(schema, "minItems", sequence.minItems());
      put(schema, "maxItems", sequence.maxItems());
      if (sequence.unique()) {
        schema.put("uniqueItems", true);
      }
    } else if (shape instanceof Shape.Mapping mapping) {
      schema.put(
          "additionalProperties",
          mapping.values() instanceof Shape.Any ? Boolean.TRUE : write(mapping.values()));
    } else if (shape instanceof Shape.Structure structure) {
      structure(schema, structure);
    }
    return schema;
  }

  private static Optional<String> type(Shape shape) {
    if (shape instanceof Shape.Any) {
      return Optional.empty();
    } else if (shape instanceof Shape.Bool) {
      return Optional.of("boolean");
    } else if (shape instanceof Shape.Whole) {
      return Optional.of("integer");
    } else if (shape instanceof Shape.Decimal) {
      return Optional.of("number");
    } else if (shape instanceof Shape.Sequence) {
      return Optional.of("array");
    } else if (shape instanceof Shape.Mapping || shape instanceof Shape.Structure) {
      return Optional.of("object");
    }
    return Optional.of("string");
  }

  private void structure(Map<String, Object> schema, Shape.Structure structure) {
    Map<String, Object> properties = new LinkedHashMap<>();
    for (Shape.Field field : structure.fields()) {
      Map<String, Object> property = write(field.shape(), field.doc());
      if (use == Use.ARGUMENTS) {
        field.preset().ifPresent(value -> property.put("default", value));
      }
      properties.put(field.name(), property);
    }
    schema.put("properties", properties);
    List<String> required =
        structure.fields().stream().filter(this::isRequired).map(Shape.Field::name).toList();
    if (!required.isEmpty()) {
      schema.put("required", required);
    }
    if (use == Use.ARGUMENTS) {
      schema.put("additionalProperties", false);
    }
  }

  private boolean isRequired(Shape.Field field) {
    return !field.optional() && (use == Use.RESULT || field.preset().isEmpty());
  }

  /** The text at the place wins over the text of the type; what constants mean is always added. */
  private static String description(Shape shape, String doc) {
    if (shape instanceof Shape.Structure structure) {
      return doc.isEmpty() ? structure.doc() : doc;
    }
    if (!(shape instanceof Shape.Choice choice)) {
      return doc;
    }
    String constants =
        choice.constants().stream()
            .filter(constant -> !constant.doc().isEmpty())
            .map(constant -> constant.name() + ": " + constant.doc())
            .collect(Collectors.joining("\n"));
    String text = doc.isEmpty() ? choice.doc() : doc;
    return text + (text.isEmpty() || constants.isEmpty() ? "" : "\n") + constants;
  }

  /**
   * A number that the type cannot hold should fail as a wrong argument that says what is allowed.
   * Beyond 64 bits nobody errs by accident, and the bounds of long are no exact numbers to clients
   * in JavaScript; in results the bounds would tell a reader nothing.
   */
  private boolean writesNaturalBounds(Shape.Whole whole) {
    return use == Use.ARGUMENTS && whole.holds() != Shape.Range.LONG;
  }

  private Optional<BigInteger> naturalLow(Shape.Whole whole) {
    return writesNaturalBounds(whole) ? whole.holds().lowest() : Optional.empty();
  }

  private Optional<BigInteger> naturalHigh(Shape.Whole whole) {
    return writesNaturalBounds(whole) ? whole.holds().highest() : Optional.empty();
  }

  private static void put(Map<String, Object> schema, String key, OptionalInt value) {
    if (value.isPresent()) {
      schema.put(key, value.getAsInt());
    }
  }
}
