package dev.talaria.mcp.wire.jsonrpc;

import dev.talaria.mcp.wire.json.InvalidJsonException;
import dev.talaria.mcp.wire.json.JsonDocument;
import dev.talaria.mcp.wire.json.JsonLimits;
import dev.talaria.mcp.wire.json.JsonObject;
import dev.talaria.mcp.wire.json.JsonObject.Kind;
import dev.talaria.mcp.wire.json.JsonReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Turns bytes into messages. Any bytes have an answer: a message, or the JSON-RPC error to send
 * back; nothing is thrown. Thread-safe.
 */
public final class MessageDecoder {
  private static final int MAX_METHOD_LENGTH = 256;

  private final JsonReader reader;

  /** Decodes within these limits. */
  public MessageDecoder(JsonLimits limits) {
    this.reader = new JsonReader(limits);
  }

  /**
   * Decodes.
   *
   * @param bytes received; not to be changed while the result is in use
   * @param batches whether the sender's revision knows batches
   */
  public Decoded decode(byte[] bytes, boolean batches) {
    JsonDocument document;
    try {
      document = reader.read(bytes);
    } catch (InvalidJsonException e) {
      return e.reason() == InvalidJsonException.Reason.SYNTAX
          ? new Decoded.Refused(
              Optional.empty(),
              JsonRpcError.of(ErrorCode.PARSE_ERROR, "Parse error: " + e.getMessage()))
          : refused(Optional.empty(), e.getMessage());
    }
    if (document instanceof JsonDocument.OfObject one) {
      return message(one.object());
    }
    if (document instanceof JsonDocument.OfArray many) {
      return batch(many.elements(), batches);
    }
    return refused(Optional.empty(), "a message is a JSON object");
  }

  private static Decoded batch(List<Optional<JsonObject>> elements, boolean allowed) {
    if (!allowed) {
      return refused(
          Optional.empty(), "this protocol revision has no batches: send one message at a time");
    }
    if (elements.isEmpty()) {
      return refused(Optional.empty(), "the batch is empty");
    }
    List<Decoded.One> messages = new ArrayList<>(elements.size());
    for (Optional<JsonObject> element : elements) {
      messages.add(
          element.isPresent()
              ? message(element.get())
              : refused(Optional.empty(), "a message is a JSON object"));
    }
    return new Decoded.Batch(messages);
  }

  private static Decoded.One message(JsonObject object) {
    Optional<RequestId> id = RequestId.of(object, "id");
    if (!object.string("jsonrpc").filter("2.0"::equals).isPresent()) {
      return refused(id, "\"jsonrpc\" must be \"2.0\"");
    }
    if (object.has("id") && id.isEmpty() && !isErrorWithNullId(object)) {
      return refused(id, "\"id\" must be a string or an integer of at most 64 bits");
    }
    boolean result = object.has("result");
    boolean error = object.has("error");
    if (object.has("method")) {
      return result || error
          ? refused(id, "a message has either \"method\" or \"result\" or \"error\"")
          : call(object, id);
    }
    if (result == error) {
      return refused(id, "a message has either \"method\" or \"result\" or \"error\"");
    }
    return result ? response(object, id) : errorResponse(object, id);
  }

  /** JSON-RPC answers with a null id what it could not read; a client receives that. */
  private static boolean isErrorWithNullId(JsonObject object) {
    return object.has("error") && object.kind("id").filter(Kind.NULL::equals).isPresent();
  }

  private static Decoded.One call(JsonObject object, Optional<RequestId> id) {
    String method = object.string("method").orElse("");
    if (method.isEmpty() || method.length() > MAX_METHOD_LENGTH) {
      return refused(
          id, "\"method\" must be a string of 1 to " + MAX_METHOD_LENGTH + " characters");
    }
    JsonObject params = JsonObject.EMPTY;
    if (object.has("params")) {
      Optional<JsonObject> given = object.object("params");
      if (given.isEmpty()) {
        return new Decoded.Refused(
            id, JsonRpcError.of(ErrorCode.INVALID_PARAMS, "\"params\" must be an object"));
      }
      params = given.get();
    }
    return new Decoded.Valid(
        id.isPresent()
            ? new Message.Request(id.get(), method, params)
            : new Message.Notification(method, params));
  }

  private static Decoded.One response(JsonObject object, Optional<RequestId> id) {
    Optional<JsonObject> result = object.object("result");
    if (id.isEmpty() || result.isEmpty()) {
      return refused(id, "a response has an \"id\" and an object as its \"result\"");
    }
    return new Decoded.Valid(new Message.Response(id.get(), result.get()));
  }

  private static Decoded.One errorResponse(JsonObject object, Optional<RequestId> id) {
    JsonObject error = object.object("error").orElse(JsonObject.EMPTY);
    var code = error.integer("code");
    Optional<String> message = error.string("message");
    if (code.isEmpty() || (int) code.getAsLong() != code.getAsLong() || message.isEmpty()) {
      return refused(id, "an \"error\" has an integer \"code\" and a \"message\"");
    }
    return new Decoded.Valid(
        new Message.ErrorResponse(
            id, new JsonRpcError((int) code.getAsLong(), message.get(), error.raw("data"))));
  }

  private static Decoded.Refused refused(Optional<RequestId> id, String why) {
    return new Decoded.Refused(
        id, JsonRpcError.of(ErrorCode.INVALID_REQUEST, "Invalid request: " + why));
  }
}
