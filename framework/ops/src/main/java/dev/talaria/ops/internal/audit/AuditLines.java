package dev.talaria.ops.internal.audit;

import dev.talaria.guard.secrets.SecretRedactor;
import dev.talaria.ops.internal.json.Json;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Makes the lines of the trail, without what looks like a secret. Immutable. */
final class AuditLines {
  private static final Set<String> OWN_FIELDS = Set.of("seq", "time", "kind");

  private final SecretRedactor redactor;

  AuditLines(SecretRedactor redactor) {
    this.redactor = redactor;
  }

  /** Returns the line of an event, with its end. */
  byte[] line(long sequence, AuditEvent event) {
    ObjectNode node = Json.object();
    node.put("seq", sequence);
    node.put("time", Instant.ofEpochMilli(event.millis()).toString());
    node.put("kind", event.what().kind());
    BoundedDetails details = new BoundedDetails();
    try {
      event.what().describe(details);
    } catch (RuntimeException e) {
      // Whoever made the event is at fault; that it happened is still to be seen.
      details.accept("problem", "the details could not be told: " + e);
    }
    redacted(details.all())
        .forEach((key, value) -> node.put(OWN_FIELDS.contains(key) ? "detail." + key : key, value));
    byte[] json = Json.write(node);
    byte[] line = Arrays.copyOf(json, json.length + 1);
    line[json.length] = '\n';
    return line;
  }

  private Map<String, String> redacted(Map<String, String> details) {
    // Most events have no secret: one look at all of it is enough to know.
    String all = String.join("\n", details.values());
    if (redactor.redact(all).equals(all)) {
      return details;
    }
    Map<String, String> redacted = new LinkedHashMap<>();
    details.forEach((key, value) -> redacted.put(key, redactor.redact(value)));
    return redacted;
  }
}
