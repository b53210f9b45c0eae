package dev.talaria.registry.internal.osgi;

import dev.talaria.api.Subscription;
import dev.talaria.api.ToolRegistration;
import dev.talaria.api.ToolState;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.resolution.Step;
import dev.talaria.registry.internal.table.NameEntry;
import dev.talaria.registry.internal.table.TablePublisher;
import dev.talaria.registry.internal.table.ToolTable;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The handle of a tool that was registered by a call. The last outcome told is touched by the
 * notifier's thread only.
 */
final class CandidateRegistration implements ToolRegistration {
  private static final Logger LOG = LoggerFactory.getLogger(CandidateRegistration.class);

  private final Candidate candidate;
  private final Supplier<ToolTable> table;
  private final Consumer<CandidateRegistration> onClose;
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final AtomicBoolean closed = new AtomicBoolean();
  private Outcome told;

  /** Compared by identity, so that one listener can be added twice. */
  private static final class Listener {
    private final Consumer<Outcome> target;

    private Listener(Consumer<Outcome> target) {
      this.target = target;
    }
  }

  CandidateRegistration(
      Candidate candidate, Supplier<ToolTable> table, Consumer<CandidateRegistration> onClose) {
    this.candidate = candidate;
    this.table = table;
    this.onClose = onClose;
  }

  Candidate candidate() {
    return candidate;
  }

  @Override
  public String name() {
    return candidate.name();
  }

  @Override
  public Outcome outcome() {
    return outcome(table.get());
  }

  private Outcome outcome(ToolTable in) {
    if (closed.get()) {
      return new Outcome(ToolState.REFUSED, "the registration was closed");
    }
    return Optional.ofNullable(in.entry(candidate.name()))
        .flatMap(
            entry ->
                TablePublisher.stepOf(candidate, entry.resolution())
                    .map(step -> outcome(entry, step)))
        .orElseGet(
            () ->
                new Outcome(
                    ToolState.STAGED, "it counts when the change of its bundle is complete"));
  }

  private static Outcome outcome(NameEntry entry, Step step) {
    return entry.isStanding(step)
        ? new Outcome(entry.condition().state(), entry.condition().reasonOf(step))
        : new Outcome(step.state(), step.reason());
  }

  /** Tells the listeners if this fares differently now. */
  void seen(ToolTable after) {
    Outcome now = outcome(after);
    if (now.equals(told)) {
      return;
    }
    told = now;
    for (Listener listener : listeners) {
      try {
        listener.target.accept(now);
      } catch (RuntimeException | LinkageError e) {
        LOG.error("A listener to the registration of {} failed", candidate.name(), e);
      }
    }
  }

  @Override
  public Subscription onOutcome(Consumer<Outcome> listener) {
    Listener mine = new Listener(listener);
    listeners.add(mine);
    return () -> listeners.removeIf(known -> known == mine);
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      listeners.clear();
      onClose.accept(this);
    }
  }
}
