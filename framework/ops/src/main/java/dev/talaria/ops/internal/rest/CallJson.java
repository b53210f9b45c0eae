package dev.talaria.ops.internal.rest;

import dev.talaria.api.CallResult;
import dev.talaria.api.Content;
import dev.talaria.ops.internal.json.InvalidJsonException;
import dev.talaria.ops.internal.json.Json;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** How the answer to a call looks in JSON; its pieces have the fields that MCP gives them. */
final class CallJson {
  private CallJson() {}

  static ObjectNode result(String callId, CallResult result) {
    ObjectNode body =
        Json.object()
            .put("callId", callId)
            .put("failure", result.failure().map(Enum::name).orElse(null));
    ArrayNode content = body.putArray("content");
    result.content().forEach(piece -> content.add(piece(piece)));
    result.structuredJson().ifPresent(json -> structured(body, json));
    return body;
  }

  private static void structured(ObjectNode body, String json) {
    try {
      body.set("structured", Json.read(json));
    } catch (InvalidJsonException e) {
      throw new IllegalStateException(
          "The registry handed out a structured result that is no JSON: " + e.getMessage(), e);
    }
  }

  private static ObjectNode piece(Content piece) {
    ObjectNode node = Json.object();
    if (piece instanceof Content.Text text) {
      return node.put("type", "text").put("text", text.text());
    }
    if (piece instanceof Content.Image image) {
      return node.put("type", "image").put("data", image.data()).put("mimeType", image.mimeType());
    }
    if (piece instanceof Content.Audio audio) {
      return node.put("type", "audio").put("data", audio.data()).put("mimeType", audio.mimeType());
    }
    if (piece instanceof Content.Link link) {
      return node.put("type", "resource_link")
          .put("uri", link.uri())
          .put("name", link.name())
          .put("description", link.description())
          .put("mimeType", link.mimeType());
    }
    if (piece instanceof Content.EmbeddedText text) {
      node.put("type", "resource")
          .putObject("resource")
          .put("uri", text.uri())
          .put("mimeType", text.mimeType())
          .put("text", text.text());
      return node;
    }
    Content.EmbeddedBytes bytes = (Content.EmbeddedBytes) piece;
    node.put("type", "resource")
        .putObject("resource")
        .put("uri", bytes.uri())
        .put("mimeType", bytes.mimeType())
        .put("blob", bytes.data());
    return node;
  }
}
