package dev.talaria.ops.internal.audit;

import dev.talaria.ops.internal.json.Json;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/**
 * Something to keep on record. Bounded when it is made: the queue in front of the writer is bounded
 * in events, so each event has to be bounded in size.
 */
record AuditEvent(Instant time, String kind, Map<String, String> details) {
  private static final int MAX_VALUE_CHARS = 4096;
  private static final int MAX_CHARS = 16 * 1024;
  private static final Set<String> OWN_FIELDS = Set.of("seq", "time", "kind");

  static AuditEvent of(Instant time, String kind, Map<String, String> details) {
    Map<String, String> bounded = new LinkedHashMap<>();
    int chars = 0;
    for (Map.Entry<String, String> detail : details.entrySet()) {
      String key = cut(detail.getKey());
      String value = cut(String.valueOf(detail.getValue()));
      chars += key.length() + value.length();
      if (chars > MAX_CHARS) {
        bounded.put("cut", "more details did not fit");
        break;
      }
      bounded.put(key, value);
    }
    return new AuditEvent(time, cut(kind), bounded);
  }

  /** Returns the line of the trail, with its end. */
  byte[] line(long sequence) {
    ObjectNode node = Json.object();
    node.put("seq", sequence);
    node.put("time", time.truncatedTo(ChronoUnit.MILLIS).toString());
    node.put("kind", kind);
    details.forEach(
        (key, value) -> node.put(OWN_FIELDS.contains(key) ? "detail." + key : key, value));
    byte[] json = Json.write(node);
    byte[] line = Arrays.copyOf(json, json.length + 1);
    line[json.length] = '\n';
    return line;
  }

  private static String cut(String text) {
    return text.length() <= MAX_VALUE_CHARS ? text : text.substring(0, MAX_VALUE_CHARS) + "…";
  }
}
