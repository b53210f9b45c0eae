package dev.talaria.mcp.wire.jsonrpc;

import dev.talaria.mcp.wire.json.JsonObject;
import dev.talaria.mcp.wire.json.JsonWriter;
import java.util.Objects;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/** The id of a request: a string or an integer, never null (MCP, base protocol, "Requests"). */
public sealed interface RequestId {
  /** A string. */
  record Text(String value) implements RequestId {
    public Text {
      Objects.requireNonNull(value, "value");
    }
  }

  /** An integer. */
  record Number(long value) implements RequestId {}

  /** Returns the member as an id; empty if it is missing or no id. */
  static Optional<RequestId> of(JsonObject object, String member) {
    Optional<RequestId> text = object.string(member).map(Text::new);
    if (text.isPresent()) {
      return text;
    }
    var number = object.integer(member);
    return number.isPresent() ? Optional.of(new Number(number.getAsLong())) : Optional.empty();
  }

  /** Writes it as a member. */
  default void write(JsonGenerator json, String member) {
    if (this instanceof Text text) {
      JsonWriter.string(json, member, text.value());
    } else if (this instanceof Number number) {
      json.writeName(member);
      json.writeNumber(number.value());
    }
  }
}
