package dev.talaria.registry.internal.report;

import dev.talaria.admin.AuditLog;
import dev.talaria.registry.internal.availability.Verdict;
import dev.talaria.registry.internal.availability.Verdict.State;
import dev.talaria.registry.internal.resolution.Contender;
import dev.talaria.registry.internal.table.NameEntry;
import dev.talaria.registry.internal.table.TableObserver;
import dev.talaria.registry.internal.table.ToolTable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Writes into the audit trail which tools became available or unavailable by their probes. The log
 * is written by who asks them. Runs on the notifier's thread only.
 */
public final class AvailabilityReporter implements TableObserver {
  private final AuditLog audit;

  public AvailabilityReporter(AuditLog audit) {
    this.audit = audit;
  }

  @Override
  public void published(ToolTable before, ToolTable after, Set<String> touched) {
    for (String name : new TreeSet<>(touched)) {
      Optional<Verdict> is = verdict(after.entry(name));
      State was = verdict(before.entry(name)).map(Verdict::state).orElse(State.UNKNOWN);
      if (is.isPresent() && is.get().state() != State.UNKNOWN && is.get().state() != was) {
        record(after.entry(name), is.get());
      }
    }
  }

  private static Optional<Verdict> verdict(NameEntry entry) {
    return entry == null ? Optional.empty() : entry.condition().verdict();
  }

  private void record(NameEntry entry, Verdict verdict) {
    Contender top = entry.resolution().top().orElseThrow();
    Map<String, String> details = new LinkedHashMap<>();
    details.put("tool", entry.resolution().name());
    details.put("owner", top.owner().name());
    details.put("origin", top.owner().origin().name());
    details.put("version", top.version());
    details.put("state", verdict.state().name());
    if (!verdict.reason().isEmpty()) {
      details.put("reason", verdict.reason());
    }
    audit.record("tool.availability", details);
  }
}
