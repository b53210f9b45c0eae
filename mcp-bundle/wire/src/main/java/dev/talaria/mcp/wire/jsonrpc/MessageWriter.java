package dev.talaria.mcp.wire.jsonrpc;

import dev.talaria.mcp.wire.json.JsonWriter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JsonGenerator;

/**
 * Writes messages around results and parameters that are bytes already, so that a cached list is
 * copied and not written again. Every message is one line. Thread-safe.
 */
public final class MessageWriter {
  /** The result without members. */
  public static final byte[] EMPTY_OBJECT = {'{', '}'};

  private MessageWriter() {}

  /** Returns a request. */
  public static byte[] request(RequestId id, String method, byte[] paramsJson) {
    return withBody(
        json -> {
          id.write(json, "id");
          json.writeStringProperty("method", method);
        },
        "params",
        paramsJson);
  }

  /** Returns a notification. */
  public static byte[] notification(String method, byte[] paramsJson) {
    return withBody(json -> json.writeStringProperty("method", method), "params", paramsJson);
  }

  /** Returns a notification without parameters. */
  public static byte[] notification(String method) {
    return JsonWriter.write(
        json -> {
          head(json);
          json.writeStringProperty("method", method);
          json.writeEndObject();
        });
  }

  /** Returns a successful answer. */
  public static byte[] result(RequestId id, byte[] resultJson) {
    return withBody(json -> id.write(json, "id"), "result", resultJson);
  }

  /** Returns a failed answer; MCP leaves an unknown id out. */
  public static byte[] error(Optional<RequestId> id, JsonRpcError error) {
    return JsonWriter.write(
        json -> {
          head(json);
          id.ifPresent(known -> known.write(json, "id"));
          json.writeName("error");
          json.writeStartObject();
          json.writeNumberProperty("code", error.code());
          JsonWriter.string(json, "message", error.message());
          error.dataJson().ifPresent(data -> JsonWriter.raw(json, "data", data));
          json.writeEndObject();
          json.writeEndObject();
        });
  }

  /** Returns a batch of messages. */
  public static byte[] batch(List<byte[]> messages) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    char before = '[';
    for (byte[] message : messages) {
      out.write(before);
      out.writeBytes(message);
      before = ',';
    }
    out.write(']');
    return out.toByteArray();
  }

  private static void head(JsonGenerator json) {
    json.writeStartObject();
    json.writeStringProperty("jsonrpc", "2.0");
  }

  private static byte[] withBody(
      java.util.function.Consumer<JsonGenerator> members, String bodyName, byte[] body) {
    byte[] head =
        JsonWriter.write(
            json -> {
              head(json);
              members.accept(json);
              json.writeEndObject();
            });
    byte[] name = (",\"" + bodyName + "\":").getBytes(StandardCharsets.US_ASCII);
    // The closing brace of the head moves behind the body.
    byte[] all = new byte[head.length + name.length + body.length];
    System.arraycopy(head, 0, all, 0, head.length - 1);
    System.arraycopy(name, 0, all, head.length - 1, name.length);
    System.arraycopy(body, 0, all, head.length - 1 + name.length, body.length);
    all[all.length - 1] = '}';
    return all;
  }
}
