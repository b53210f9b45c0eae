package dev.talaria.admin;

import java.util.function.BiConsumer;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Something to keep on record whose words are made later, by the thread that writes: for what
 * happens so often that making them would slow down whoever it happens to. Immutable and small,
 * since it waits in a queue; it holds on to nothing but what it tells.
 */
@ConsumerType
public interface AuditRecord {
  /** Returns the kind of event, as in {@link AuditLog#record(String, java.util.Map)}. */
  String kind();

  /** Tells the details, in a stable order; no secrets. Called once, on any thread. */
  void describe(BiConsumer<String, String> details);
}
