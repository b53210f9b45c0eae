package dev.talaria.ops.internal.rest;

import tools.jackson.databind.JsonNode;

/** What a route answers when it did not fail. */
sealed interface Answer {
  /** A JSON document. */
  record Document(int status, JsonNode body) implements Answer {}

  /** A JSON document that is at hand as bytes. */
  record Bytes(byte[] json) implements Answer {}

  /** Nothing but the status. */
  record Empty(int status) implements Answer {}

  /** A document, and something to do once the client has it. */
  record Final(int status, JsonNode body, Runnable afterwards) implements Answer {}

  /** The route answers by itself, later. */
  record Later() implements Answer {}

  static Answer ok(JsonNode body) {
    return new Document(200, body);
  }
}
