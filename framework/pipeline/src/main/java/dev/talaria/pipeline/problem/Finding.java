package dev.talaria.pipeline.problem;

import java.util.Objects;
import tools.jackson.databind.JsonNode;

/**
 * One thing that a validator found wrong, in terms of JSON Schema.
 *
 * @param keyword the keyword that does not hold
 * @param path where the value is, as a JSON Pointer
 * @param way which keywords led to the finding, as a JSON Pointer; branches are told apart by it
 * @param schema the schema object that has the keyword; missing node when it is not known
 * @param value the value at the path
 * @param property the property that the finding is about; empty when it is about the value
 * @param fallback words for keywords that have none of their own
 */
public record Finding(
    String keyword,
    String path,
    String way,
    JsonNode schema,
    JsonNode value,
    String property,
    String fallback) {
  public Finding {
    Objects.requireNonNull(keyword, "keyword");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(way, "way");
    Objects.requireNonNull(schema, "schema");
    Objects.requireNonNull(value, "value");
    Objects.requireNonNull(property, "property");
    Objects.requireNonNull(fallback, "fallback");
  }

  /** Returns the finding as that of another schema with the same or a wider rule. */
  Finding with(JsonNode other) {
    String now = other.has(keyword) ? keyword : other.propertyNames().iterator().next();
    return new Finding(now, path, way, other, value, property, fallback);
  }

  /** What the keyword says. */
  JsonNode rule() {
    return schema.path(keyword);
  }
}
