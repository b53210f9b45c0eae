package dev.talaria.admin;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The audit trail: who arrived, left, overrode, was refused, changed policy, called. Thread-safe.
 */
@ProviderType
public interface AuditLog {
  /**
   * Writes one event. Never throws and never waits for long: a full disk is reported in the log and
   * in the runtime's problems.
   *
   * @param kind such as {@code tool.arrived}, {@code tool.left}, {@code tool.refused}, {@code
   *     tool.overrode}, {@code policy.changed}, {@code bundle.installed}, {@code call}
   * @param details in a stable order; no secrets
   */
  void record(String kind, Map<String, String> details);

  /**
   * As {@link #record(String, Map)}, for events in great number: costs the caller's thread little
   * more than handing over one object, and may be written a moment later.
   */
  default void record(AuditRecord event) {
    Map<String, String> details = new LinkedHashMap<>();
    event.describe(details::put);
    record(event.kind(), details);
  }

  /** Returns the last events as the lines of JSON that were written, oldest first. */
  List<String> tail(int count);
}
