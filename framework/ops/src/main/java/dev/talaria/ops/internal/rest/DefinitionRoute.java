package dev.talaria.ops.internal.rest;

import dev.talaria.admin.SessionSpec;
import dev.talaria.api.DefinitionFormat;
import dev.talaria.api.DefinitionOptions;
import dev.talaria.api.Definitions;
import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolSession;
import dev.talaria.ops.internal.http.HttpError;
import dev.talaria.ops.internal.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.util.RawValue;

/** The definitions of tools, as model providers take them. */
final class DefinitionRoute implements RouteGroup {
  private static final String FORMATS =
      Arrays.stream(DefinitionFormat.values())
          .map(format -> format.name().toLowerCase(Locale.ROOT))
          .collect(Collectors.joining(", "));

  private final Parts parts;

  DefinitionRoute(Parts parts) {
    this.parts = parts;
  }

  @Override
  public List<Route> routes() {
    // Not below /tools, where it would hide a tool of that name.
    return List.of(Route.get("/definitions", this::definitions));
  }

  private Answer definitions(Exchange exchange) {
    Query query = exchange.query("format", "strict", "toolset");
    DefinitionOptions options =
        new DefinitionOptions(format(query.text("format").orElse("")), query.flag("strict"));
    Set<String> toolsets =
        query
            .text("toolset")
            .map(text -> Arrays.stream(text.split(",")).filter(name -> !name.isBlank()))
            .map(names -> names.map(String::strip).collect(Collectors.toSet()))
            .orElse(Set.of());
    try (ToolSession session =
        parts
            .registry()
            .openSession(
                SessionSpec.of(
                    exchange.principal().name(),
                    "api",
                    ToolFilter.named(exchange.principal().toolsets()),
                    List.of()))) {
      // A child, so that what is named never widens what the caller may see.
      ToolSession asked = toolsets.isEmpty() ? session : session.child(ToolFilter.only(toolsets));
      return Answer.ok(body(asked.view().definitions(options)));
    }
  }

  private static DefinitionFormat format(String name) {
    for (DefinitionFormat format : DefinitionFormat.values()) {
      if (format.name().toLowerCase(Locale.ROOT).equals(name)) {
        return format;
      }
    }
    throw new HttpError(400, "'format' has to be one of: " + FORMATS + ".");
  }

  private static ObjectNode body(Definitions definitions) {
    DefinitionOptions options = definitions.options();
    ObjectNode body =
        Json.object()
            .put("format", options.format().name().toLowerCase(Locale.ROOT))
            .put("strict", options.strict());
    body.putRawValue(
        "definitions", new RawValue(new String(definitions.json(), StandardCharsets.UTF_8)));
    body.set("names", Json.array(definitions.names()));
    body.set("aliases", object(definitions.aliases()));
    body.set("notes", object(definitions.notes()));
    return body;
  }

  private static ObjectNode object(Map<String, String> texts) {
    ObjectNode object = Json.object();
    texts.forEach(object::put);
    return object;
  }
}
