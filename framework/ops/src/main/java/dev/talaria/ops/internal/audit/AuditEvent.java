package dev.talaria.ops.internal.audit;

import dev.talaria.admin.AuditRecord;
import java.util.Map;
import java.util.function.BiConsumer;

/**
 * Something to keep on record, and when it happened. Bounded when it is made: the queue in front of
 * the writer is bounded in events, so each event has to be bounded in size.
 *
 * @param millis since the epoch
 */
record AuditEvent(long millis, AuditRecord what) {

  static AuditEvent of(long millis, String kind, Map<String, String> details) {
    BoundedDetails bounded = new BoundedDetails();
    details.forEach(bounded);
    return new AuditEvent(millis, new Told(BoundedDetails.cut(kind), bounded.all()));
  }

  /** What was told in words. */
  private record Told(String kind, Map<String, String> details) implements AuditRecord {
    @Override
    public void describe(BiConsumer<String, String> out) {
      details.forEach(out);
    }
  }
}
