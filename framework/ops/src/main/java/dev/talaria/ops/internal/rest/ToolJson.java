package dev.talaria.ops.internal.rest;

import dev.talaria.admin.NameChange;
import dev.talaria.admin.Since;
import dev.talaria.admin.ToolRow;
import dev.talaria.api.ToolInfo;
import dev.talaria.ops.internal.json.Json;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** How a candidate for a tool name looks in JSON, wherever it appears. */
final class ToolJson {
  private ToolJson() {}

  static ObjectNode row(ToolRow row) {
    ToolInfo info = row.info();
    ObjectNode node =
        Json.object()
            .put("name", info.name())
            .put("toolset", info.toolset())
            .put("title", info.title())
            .put("description", info.description())
            .put("emoji", info.emoji())
            .put("origin", info.origin().name())
            .put("owner", info.owner())
            .put("version", info.version())
            .put("state", info.state().name())
            .put("reason", row.reason());
    node.putObject("annotations")
        .put("readOnly", info.annotations().readOnly())
        .put("destructive", info.annotations().destructive())
        .put("idempotent", info.annotations().idempotent())
        .put("openWorld", info.annotations().openWorld());
    node.set("requiresEnv", Json.array(info.requiresEnv()));
    // Which of them are missing; what the others say is nobody's business.
    node.set(
        "missingEnv",
        Json.array(info.requiresEnv().stream().filter(n -> System.getenv(n) == null).toList()));
    row.since().ifPresent(since -> node.set("since", since(since)));
    return node;
  }

  static ArrayNode rows(Iterable<ToolRow> rows) {
    ArrayNode array = Json.object().arrayNode();
    rows.forEach(row -> array.add(row(row)));
    return array;
  }

  /** Returns what happened to a name, in the order given. */
  static ArrayNode changes(Iterable<NameChange> changes) {
    ArrayNode array = Json.object().arrayNode();
    changes.forEach(change -> array.add(since(change.since()).put("what", change.what())));
    return array;
  }

  private static ObjectNode since(Since since) {
    return Json.object()
        .put("generation", since.generation())
        .put("at", since.at().toString())
        .put("event", since.event().name())
        .put("detail", since.detail());
  }
}
