package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.Explanation;
import dev.talaria.admin.NameChange;
import dev.talaria.admin.PolicyView;
import dev.talaria.admin.ProbedTool;
import dev.talaria.admin.RegistryAdmin;
import dev.talaria.admin.SessionSpec;
import dev.talaria.admin.Since;
import dev.talaria.admin.ToolRow;
import dev.talaria.admin.ToolsetRow;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolListener;
import dev.talaria.api.ToolSession;
import dev.talaria.api.ToolView;
import dev.talaria.registry.internal.history.NameHistory;
import dev.talaria.registry.internal.model.Inputs;
import dev.talaria.registry.internal.model.RequiredOwner;
import dev.talaria.registry.internal.resolution.Resolver;
import dev.talaria.registry.internal.session.Sessions;
import dev.talaria.registry.internal.table.ListenerHub;
import dev.talaria.registry.internal.table.NameEntry;
import dev.talaria.registry.internal.table.TablePublisher;
import dev.talaria.registry.internal.table.ToolRows;
import dev.talaria.registry.internal.table.ToolTable;
import dev.talaria.registry.internal.table.ToolsetRows;
import dev.talaria.registry.internal.table.Visibility;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** The registry as core bundles see it. */
final class AdminService implements RegistryAdmin {
  private final TablePublisher publisher;
  private final Supplier<ToolTable> reading;
  private final Sessions sessions;
  private final ListenerHub listeners;
  private final Supplier<PolicyView> policy;
  private final Prober prober;

  /**
   * Creates the service.
   *
   * @param reading gives the published table to one who reads it
   */
  AdminService(
      TablePublisher publisher,
      Supplier<ToolTable> reading,
      Sessions sessions,
      ListenerHub listeners,
      Supplier<PolicyView> policy,
      Prober prober) {
    this.publisher = publisher;
    this.reading = reading;
    this.sessions = sessions;
    this.listeners = listeners;
    this.policy = policy;
    this.prober = prober;
  }

  @Override
  public ToolView view() {
    return reading.get().view(Visibility.ALL);
  }

  @Override
  public List<ToolRow> rows() {
    ToolTable table = reading.get();
    List<ToolRow> rows = new ArrayList<>();
    for (NameEntry entry : table.entries()) {
      rows.addAll(ToolRows.of(table, entry));
    }
    return rows;
  }

  @Override
  public List<ToolsetRow> toolsets() {
    return ToolsetRows.of(reading.get());
  }

  @Override
  public Optional<Explanation> explain(String name) {
    ToolTable table = reading.get();
    Inputs inputs = table.inputs();
    Optional<String> required = inputs.policy().requiredOwner(name).map(RequiredOwner::toString);
    NameEntry entry = table.entry(name);
    Optional<NameHistory> history =
        entry == null ? publisher.departures().of(name) : Optional.of(entry.history());
    if (entry == null && required.isEmpty() && history.isEmpty()) {
      return Optional.empty();
    }
    Optional<String> reservedBy =
        inputs.declarations(name).keySet().stream()
            .min(
                Comparator.comparingLong(
                    owner -> inputs.owner(owner).map(state -> state.order()).orElse(0L)))
            .map(owner -> owner.name());
    List<NameChange> recent = history.map(NameHistory::changes).orElse(List.of());
    if (entry == null) {
      String verdict = Resolver.resolve(name, inputs).verdict();
      return Optional.of(
          new Explanation(
              name,
              reservedBy,
              required,
              List.of(),
              recent.isEmpty() ? verdict : verdict + " " + gone(recent.get(0)),
              recent));
    }
    return Optional.of(
        new Explanation(
            name,
            reservedBy,
            required,
            ToolRows.of(table, entry),
            entry.resolution().verdict() + absence(table, entry),
            recent));
  }

  /** Returns a sentence about a tool that stands and may not, or cannot, be called all the same. */
  private static String absence(ToolTable table, NameEntry entry) {
    Optional<String> objection = table.objection(entry);
    if (objection.isPresent()) {
      return " It is " + objection.get() + ".";
    }
    return entry.resolution().isCallable() && !entry.isCallable()
        ? " It is unavailable: " + entry.condition().reason() + "."
        : "";
  }

  private static String gone(NameChange last) {
    Since since = last.since();
    return "It went at generation "
        + since.generation()
        + ", "
        + since.at()
        + ": "
        + last.what()
        + (since.detail().isEmpty() ? "." : " (" + since.detail() + ").");
  }

  @Override
  public PolicyView policy() {
    return policy.get();
  }

  @Override
  public ToolSession openSession(SessionSpec spec) {
    return sessions.open(spec);
  }

  @Override
  public CompletionStage<List<ProbedTool>> probe(Set<String> names) {
    return prober.probe(names);
  }

  @Override
  public Subscription subscribe(ToolListener listener) {
    return listeners.subscribe(Visibility.ALL, listener);
  }
}
