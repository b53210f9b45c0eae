package dev.talaria.mcp.wire.input;

import dev.talaria.api.InputRequest;
import dev.talaria.mcp.wire.json.JsonObject;
import java.util.Collection;
import tools.jackson.core.JsonGenerator;

/** What a client says it can be asked for (its capabilities, the same in both eras). */
public record ClientAbilities(boolean forms, boolean pages, boolean sampling, boolean roots) {
  /** Nothing. */
  public static final ClientAbilities NONE = new ClientAbilities(false, false, false, false);

  /** Reads a client's capabilities. */
  public static ClientAbilities of(JsonObject capabilities) {
    JsonObject elicitation = capabilities.object("elicitation").orElse(null);
    boolean pages = elicitation != null && elicitation.has("url");
    // Without a mode it means forms: there was nothing else before 2025-11-25.
    boolean forms = elicitation != null && (elicitation.has("form") || !pages);
    return new ClientAbilities(
        forms, pages, capabilities.has("sampling"), capabilities.has("roots"));
  }

  /** Returns whether the client can be asked for this. */
  public boolean has(InputRequest request) {
    if (request instanceof InputRequest.Form) {
      return forms;
    }
    if (request instanceof InputRequest.Visit) {
      return pages;
    }
    return request instanceof InputRequest.Sampling ? sampling : roots;
  }

  /** Writes the capabilities that a client would need for these requests, as an object. */
  public static void writeNeeded(JsonGenerator json, Collection<InputRequest> requests) {
    boolean forms = requests.stream().anyMatch(InputRequest.Form.class::isInstance);
    boolean pages = requests.stream().anyMatch(InputRequest.Visit.class::isInstance);
    json.writeStartObject();
    if (forms || pages) {
      json.writeName("elicitation");
      json.writeStartObject();
      writeIf(json, forms, "form");
      writeIf(json, pages, "url");
      json.writeEndObject();
    }
    writeIf(json, requests.stream().anyMatch(InputRequest.Sampling.class::isInstance), "sampling");
    writeIf(json, requests.stream().anyMatch(InputRequest.Roots.class::isInstance), "roots");
    json.writeEndObject();
  }

  private static void writeIf(JsonGenerator json, boolean needed, String name) {
    if (needed) {
      json.writeName(name);
      json.writeStartObject();
      json.writeEndObject();
    }
  }
}
