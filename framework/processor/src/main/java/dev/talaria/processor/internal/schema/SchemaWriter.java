package dev.talaria.processor.internal.schema;

import dev.talaria.processor.internal.shape.Definition;
import dev.talaria.processor.internal.shape.Shape;
import dev.talaria.processor.internal.shape.TextKind;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Writes a shape as JSON Schema, draft 2020-12. The order of the keys is always the same. For one
 * schema; not thread-safe.
 */
public final class SchemaWriter {
  private static final Shape.Label NONE = new Shape.Label("", "");

  private final Use use;
  private final Deque<Definition> toWrite = new ArrayDeque<>();

  /** Creates a writer of one schema for this use. */
  public SchemaWriter(Use use) {
    this.use = use;
  }

  /**
   * Returns the schema of a whole document as maps, lists and plain values. Its root is written out
   * even where it refers to itself, because protocols want to see an object there.
   */
  public Map<String, Object> write(Shape root) {
    Map<String, Object> schema =
        write(root instanceof Shape.Reference reference ? whole(reference.target()) : root, NONE);
    if (root instanceof Shape.Union) {
      schema = first("type", "object", schema);
    }
    if (!toWrite.isEmpty()) {
      schema.put("$defs", definitions());
    }
    return schema;
  }

  private Map<String, Object> definitions() {
    Map<String, Object> written = new LinkedHashMap<>();
    while (!toWrite.isEmpty()) {
      Definition next = toWrite.remove();
      if (!written.containsKey(next.name())) {
        written.put(next.name(), write(whole(next), NONE));
      }
    }
    return written;
  }

  private static Shape whole(Definition definition) {
    return definition.shape().orElseGet(Shape.Any::new);
  }

  private static Map<String, Object> first(String key, Object value, Map<String, Object> others) {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put(key, value);
    all.putAll(others);
    return all;
  }

  /** Returns the schema of an object whose names and values are free. */
  public static Map<String, Object> anyObject() {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", Map.of());
    schema.put("additionalProperties", true);
    return schema;
  }

  private Map<String, Object> write(Shape shape, Shape.Label here) {
    Map<String, Object> schema = new LinkedHashMap<>();
    if (shape instanceof Shape.Reference reference) {
      toWrite.add(reference.target());
      schema.put("$ref", "#/$defs/" + reference.target().name());
    }
    type(shape).ifPresent(type -> schema.put("type", type));
    Labels.put(schema, shape, here);
    if (shape instanceof Shape.Text text) {
      text(schema, text);
    } else if (shape instanceof Shape.Whole whole) {
      whole.minimum().or(() -> naturalLow(whole)).ifPresent(n -> schema.put("minimum", n));
      whole.maximum().or(() -> naturalHigh(whole)).ifPresent(n -> schema.put("maximum", n));
    } else if (shape instanceof Shape.Decimal decimal) {
      decimal.minimum().ifPresent(n -> schema.put("minimum", n));
      decimal.maximum().ifPresent(n -> schema.put("maximum", n));
    } else if (shape instanceof Shape.Choice choice) {
      schema.put("enum", choice.constants().stream().map(Shape.Constant::name).toList());
    } else if (shape instanceof Shape.Sequence sequence) {
      schema.put("items", write(sequence.items(), NONE));
      put(schema, "minItems", sequence.minItems());
      put(schema, "maxItems", sequence.maxItems());
      if (sequence.unique()) {
        schema.put("uniqueItems", true);
      }
    } else if (shape instanceof Shape.Mapping mapping) {
      mapping(schema, mapping);
    } else if (shape instanceof Shape.Structure structure) {
      structure(schema, structure, Optional.empty());
    } else if (shape instanceof Shape.Union union) {
      schema.put("oneOf", union.variants().stream().map(this::variant).toList());
    }
    return schema;
  }

  private void text(Map<String, Object> schema, Shape.Text text) {
    TextKind kind = text.kind();
    boolean sent = use == Use.ARGUMENTS;
    text.format()
        .or(sent ? kind::argumentFormat : kind::resultFormat)
        .ifPresent(format -> schema.put("format", format));
    kind.encoding().ifPresent(encoding -> schema.put("contentEncoding", encoding));
    put(schema, "minLength", text.minLength());
    put(schema, "maxLength", text.maxLength());
    text.pattern()
        .or(sent ? kind::argumentPattern : kind::resultPattern)
        .ifPresent(pattern -> schema.put("pattern", pattern));
  }

  private void mapping(Map<String, Object> schema, Shape.Mapping mapping) {
    if (!mapping.names().isEmpty()) {
      schema.put("propertyNames", Map.of("enum", mapping.names()));
    }
    boolean free = mapping.values() instanceof Shape.Any;
    schema.put("additionalProperties", free ? Boolean.TRUE : write(mapping.values(), NONE));
  }

  /** A record that is one of several: its own schema, and which of them it is. */
  private Map<String, Object> variant(Shape.Variant variant) {
    Shape shape =
        variant.shape() instanceof Shape.Reference reference
            ? whole(reference.target())
            : variant.shape();
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    Labels.put(schema, shape, NONE);
    if (shape instanceof Shape.Structure structure) {
      structure(schema, structure, Optional.of(variant.name()));
    }
    return schema;
  }

  private static Optional<String> type(Shape shape) {
    if (shape instanceof Shape.Any
        || shape instanceof Shape.Reference
        || shape instanceof Shape.Union) {
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

  private void structure(
      Map<String, Object> schema, Shape.Structure structure, Optional<String> discriminator) {
    Map<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    discriminator.ifPresent(
        name -> {
          Map<String, Object> constant = new LinkedHashMap<>();
          constant.put("type", "string");
          constant.put("const", name);
          properties.put(Shape.DISCRIMINATOR, constant);
          required.add(Shape.DISCRIMINATOR);
        });
    for (Shape.Field field : structure.fields()) {
      Map<String, Object> property = write(field.shape(), field.label());
      if (use == Use.ARGUMENTS) {
        field.preset().ifPresent(value -> property.put("default", value));
      }
      if (!field.examples().isEmpty()) {
        property.put("examples", field.examples());
      }
      properties.put(field.name(), property);
      if (isRequired(field)) {
        required.add(field.name());
      }
    }
    schema.put("properties", properties);
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
