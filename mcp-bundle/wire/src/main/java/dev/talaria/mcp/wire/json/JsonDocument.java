package dev.talaria.mcp.wire.json;

import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A whole document, by what stands at its top. */
public sealed interface JsonDocument {
  /** An object. */
  record OfObject(JsonObject object) implements JsonDocument {
    public OfObject {
      Objects.requireNonNull(object, "object");
    }
  }

  /** An array; elements that are no objects are empty. */
  record OfArray(List<Optional<JsonObject>> elements) implements JsonDocument {
    public OfArray {
      elements = List.copyOf(elements);
    }
  }

  /** A string, a number, a literal. */
  record OfScalar() implements JsonDocument {}
}
