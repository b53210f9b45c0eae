package dev.talaria.registry.internal.osgi;

import dev.talaria.registry.internal.table.TableObserver;
import dev.talaria.registry.internal.table.ToolTable;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Lets registrations see tables in which they may fare differently. Lock-free. */
final class OutcomeHub implements TableObserver {
  private final Map<String, Set<CandidateRegistration>> byName = new ConcurrentHashMap<>();

  void add(CandidateRegistration registration) {
    byName.compute(
        registration.name(),
        (name, known) -> {
          Set<CandidateRegistration> all = known == null ? ConcurrentHashMap.newKeySet() : known;
          all.add(registration);
          return all;
        });
  }

  void remove(CandidateRegistration registration) {
    byName.computeIfPresent(
        registration.name(),
        (name, all) -> {
          all.remove(registration);
          return all.isEmpty() ? null : all;
        });
  }

  @Override
  public void published(ToolTable before, ToolTable after, Set<String> touched) {
    for (String name : touched) {
      byName.getOrDefault(name, Set.of()).forEach(registration -> registration.seen(after));
    }
  }
}
