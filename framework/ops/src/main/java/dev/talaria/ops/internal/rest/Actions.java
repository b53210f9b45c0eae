package dev.talaria.ops.internal.rest;

import dev.talaria.admin.AuditLog;
import java.util.LinkedHashMap;
import java.util.Map;

/** Keeps on record what was done through the API, by whom. */
final class Actions {
  private final AuditLog audit;

  Actions(AuditLog audit) {
    this.audit = audit;
  }

  /**
   * Records an action.
   *
   * @param details names and values, in turn; no secrets
   */
  void record(Exchange exchange, String kind, String... details) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("principal", exchange.principal().name());
    for (int i = 0; i < details.length; i += 2) {
      all.put(details[i], details[i + 1]);
    }
    audit.record(kind, all);
  }
}
