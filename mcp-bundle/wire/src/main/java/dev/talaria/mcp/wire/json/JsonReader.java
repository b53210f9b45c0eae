package dev.talaria.mcp.wire.json;

import dev.talaria.mcp.wire.json.InvalidJsonException.Reason;
import dev.talaria.mcp.wire.json.JsonObject.Kind;
import dev.talaria.mcp.wire.json.JsonObject.Member;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads documents from strangers: UTF-8 only, no key twice, nothing behind the end, within limits.
 * The whole document is checked in one pass. Thread-safe.
 */
public final class JsonReader {
  /** Read at once inside an object that is read; all other containers stay slices. */
  private static final String META = "_meta";

  private static final JsonFactory REREAD =
      factory(new JsonLimits(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, 1));

  private final JsonLimits limits;
  private final JsonFactory factory;

  /** Reads within these limits. */
  public JsonReader(JsonLimits limits) {
    this.limits = limits;
    this.factory = factory(limits);
  }

  private static JsonFactory factory(JsonLimits limits) {
    return JsonFactory.builder()
        .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
        .disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION)
        .streamReadConstraints(
            StreamReadConstraints.builder()
                .maxNestingDepth(limits.maxDepth())
                .maxNumberLength(limits.maxNumberLength())
                .maxStringLength(limits.maxBytes())
                .maxNameLength(limits.maxBytes())
                .maxDocumentLength(limits.maxBytes())
                .build())
        .build();
  }

  /**
   * Reads a document.
   *
   * @param bytes of it; not to be changed while the result is in use
   * @throws InvalidJsonException if it is none, or beyond the limits
   */
  public JsonDocument read(byte[] bytes) throws InvalidJsonException {
    if (bytes.length > limits.maxBytes()) {
      throw new InvalidJsonException(
          Reason.LIMIT, "the message is larger than " + limits.maxBytes() + " bytes");
    }
    Encoding.requirePlainUtf8(bytes);
    try (JsonParser parser =
        factory.createParser(ObjectReadContext.empty(), bytes, 0, bytes.length)) {
      JsonToken first = parser.nextToken();
      if (first == null) {
        throw new InvalidJsonException(Reason.SYNTAX, "the message is empty");
      }
      JsonDocument document = document(parser, first, bytes);
      if (parser.nextToken() != null) {
        throw new InvalidJsonException(
            Reason.SYNTAX, "something follows the end of the JSON value" + where(parser));
      }
      return document;
    } catch (StreamConstraintsException e) {
      throw new InvalidJsonException(
          Reason.LIMIT,
          "it is nested too deep, or a text, a number or a name in it is too long" + where(e));
    } catch (JacksonException e) {
      throw new InvalidJsonException(Reason.SYNTAX, "it is not written as JSON has it" + where(e));
    }
  }

  private JsonDocument document(JsonParser parser, JsonToken first, byte[] bytes)
      throws InvalidJsonException {
    if (first == JsonToken.START_OBJECT) {
      return new JsonDocument.OfObject(object(parser, bytes, 0, true));
    }
    if (first != JsonToken.START_ARRAY) {
      parser.finishToken();
      return new JsonDocument.OfScalar();
    }
    List<Optional<JsonObject>> elements = new ArrayList<>();
    for (JsonToken t = parser.nextToken(); t != JsonToken.END_ARRAY; t = parser.nextToken()) {
      if (elements.size() == limits.maxElements()) {
        throw new InvalidJsonException(
            Reason.LIMIT, "a batch holds more than " + limits.maxElements() + " messages");
      }
      if (t == JsonToken.START_OBJECT) {
        elements.add(Optional.of(object(parser, bytes, 0, true)));
      } else {
        parser.skipChildren();
        parser.finishToken();
        elements.add(Optional.empty());
      }
    }
    return new JsonDocument.OfArray(elements);
  }

  /** Reads a slice that a whole read has found valid. */
  static JsonObject reread(Member member) {
    try (JsonParser parser =
        REREAD.createParser(
            ObjectReadContext.empty(),
            member.source(),
            member.from(),
            member.to() - member.from())) {
      parser.nextToken();
      return object(parser, member.source(), member.from(), false);
    }
  }

  /** The parser stands at the start of the object; {@code base} is where its input begins. */
  private static JsonObject object(JsonParser parser, byte[] source, int base, boolean eager) {
    Map<String, Member> members = new LinkedHashMap<>();
    for (String name = parser.nextName(); name != null; name = parser.nextName()) {
      JsonToken token = parser.nextToken();
      int from = base + (int) parser.currentTokenLocation().getByteOffset();
      Object value;
      Kind kind;
      switch (token) {
        case START_OBJECT -> {
          kind = Kind.OBJECT;
          if (eager || name.equals(META)) {
            value = object(parser, source, base, false);
          } else {
            value = null;
            parser.skipChildren();
          }
        }
        case START_ARRAY -> {
          kind = Kind.ARRAY;
          value = null;
          parser.skipChildren();
        }
        case VALUE_STRING -> {
          kind = Kind.STRING;
          value = parser.getString();
        }
        case VALUE_NUMBER_INT -> {
          kind = Kind.INTEGER;
          value = integer(parser);
        }
        case VALUE_NUMBER_FLOAT -> {
          kind = Kind.DECIMAL;
          value = null;
        }
        case VALUE_TRUE, VALUE_FALSE -> {
          kind = Kind.BOOLEAN;
          value = token == JsonToken.VALUE_TRUE;
        }
        case VALUE_NULL -> {
          kind = Kind.NULL;
          value = null;
        }
        default -> throw new IllegalStateException("unexpected token " + token);
      }
      parser.finishToken();
      int to = base + (int) parser.currentLocation().getByteOffset();
      members.put(name, new Member(kind, value, source, from, to));
    }
    return members.isEmpty() ? JsonObject.EMPTY : new JsonObject(members);
  }

  private static Object integer(JsonParser parser) {
    return switch (parser.getNumberType()) {
      case INT, LONG -> parser.getLongValue();
      default -> null;
    };
  }

  private static String where(JsonParser parser) {
    var at = parser.currentTokenLocation();
    return " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
  }

  private static String where(JacksonException e) {
    var at = e.getLocation();
    return at == null ? "" : " (line " + at.getLineNr() + ", column " + at.getColumnNr() + ")";
  }
}
