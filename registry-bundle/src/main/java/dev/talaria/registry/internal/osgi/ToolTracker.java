package dev.talaria.registry.internal.osgi;

import dev.talaria.registry.internal.call.CallThreads;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.policy.Limits;
import dev.talaria.registry.internal.table.TablePublisher;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTrackerCustomizer;

/**
 * Turns the coming and going of tool services into candidates. Looks at references and properties
 * only: the objects are fetched by calls.
 *
 * <p>Called by the framework on whichever thread registers a service, for one service at a time;
 * the timer ends suspensions. Whoever removes a suspension from the map decides what becomes of it.
 */
final class ToolTracker implements ServiceTrackerCustomizer<Object, ToolTracker.Tracked> {
  private final BundleRecords records;
  private final CandidateFactory factory;
  private final TablePublisher publisher;
  private final CallThreads threads;
  private final Supplier<Limits> limits;
  private final Map<Bundle, Set<Tracked>> byBundle = new ConcurrentHashMap<>();
  private final Map<Place, Suspension> suspensions = new ConcurrentHashMap<>();
  private volatile boolean ending;

  /** A service and the candidate that was made of it last. */
  static final class Tracked {
    private final ServiceReference<Object> reference;
    private final Bundle bundle;
    private Candidate candidate;

    private Tracked(ServiceReference<Object> reference, Bundle bundle) {
      this.reference = reference;
      this.bundle = bundle;
    }

    private synchronized Candidate candidate() {
      return candidate;
    }

    private synchronized Candidate replace(Candidate next) {
      Candidate before = candidate;
      candidate = next;
      return before;
    }
  }

  private record Place(ProviderScope scope, String name) {}

  /** A candidate whose service is gone for a moment. Compared by identity; guarded by itself. */
  private static final class Suspension {
    private final Candidate candidate;
    private Future<?> timer;
    private boolean over;

    private Suspension(Candidate candidate) {
      this.candidate = candidate;
    }

    private synchronized void startTimer(Future<?> running) {
      timer = running;
      if (over) {
        running.cancel(false);
      }
    }

    private synchronized void stopTimer() {
      over = true;
      if (timer != null) {
        timer.cancel(false);
      }
    }
  }

  ToolTracker(
      BundleRecords records,
      CandidateFactory factory,
      TablePublisher publisher,
      CallThreads threads,
      Supplier<Limits> limits) {
    this.records = records;
    this.factory = factory;
    this.publisher = publisher;
    this.threads = threads;
    this.limits = limits;
  }

  @Override
  public Tracked addingService(ServiceReference<Object> reference) {
    Bundle bundle = reference.getBundle();
    if (bundle == null) {
      return null;
    }
    Tracked tracked = new Tracked(reference, bundle);
    Candidate candidate = factory.of(reference, records.of(bundle));
    tracked.replace(candidate);
    byBundle.computeIfAbsent(bundle, b -> ConcurrentHashMap.newKeySet()).add(tracked);
    arrive(candidate);
    return tracked;
  }

  private void arrive(Candidate candidate) {
    List<InputChange> changes = new ArrayList<>(2);
    Suspension suspension =
        suspensions.remove(new Place(candidate.binding().scope(), candidate.name()));
    if (suspension != null) {
      suspension.stopTimer();
      changes.add(new InputChange.Left(suspension.candidate));
    }
    changes.add(new InputChange.Arrived(candidate));
    publisher.apply(changes);
  }

  @Override
  public void modifiedService(ServiceReference<Object> reference, Tracked tracked) {
    Candidate next = factory.of(reference, records.of(tracked.bundle));
    Candidate before = tracked.candidate();
    if (before.document().equals(next.document()) && before.fault().equals(next.fault())) {
      if (before.ranking() == next.ranking()) {
        return;
      }
      // Only its rank among its owner's is another one: calls in flight stay where they are.
      next =
          new Candidate(
              next.id(),
              next.owner(),
              next.deployment(),
              next.override(),
              next.ranking(),
              next.document(),
              next.fault(),
              next.version(),
              before.binding());
    }
    tracked.replace(next);
    publisher.apply(List.of(new InputChange.Left(before), new InputChange.Arrived(next)));
  }

  @Override
  public void removedService(ServiceReference<Object> reference, Tracked tracked) {
    byBundle.computeIfPresent(
        tracked.bundle,
        (bundle, all) -> {
          all.remove(tracked);
          return all.isEmpty() ? null : all;
        });
    Candidate candidate = tracked.candidate();
    if (!publisher.isBracketed(candidate.owner()) && mayComeBack(tracked, candidate)) {
      suspend(candidate);
    } else {
      publisher.apply(new InputChange.Left(candidate));
    }
  }

  private boolean mayComeBack(Tracked tracked, Candidate candidate) {
    return !ending
        && !candidate.isFaulty()
        && tracked.bundle.getState() == Bundle.ACTIVE
        && !candidate.binding().scope().isGone()
        && publisher.table().inputs().candidates(candidate.name()).stream()
            .noneMatch(
                c ->
                    c.owner().equals(candidate.owner())
                        && c.deployment().equals(candidate.deployment())
                        && c.id() != candidate.id());
  }

  private void suspend(Candidate candidate) {
    Place place = new Place(candidate.binding().scope(), candidate.name());
    Suspension suspension = new Suspension(candidate);
    // Known before it takes effect: a service that returns at once finds it and ends it.
    Suspension other = suspensions.put(place, suspension);
    candidate.binding().detach();
    publisher.apply(new InputChange.Suspended(candidate));
    if (other != null) {
      other.stopTimer();
      publisher.apply(new InputChange.Left(other.candidate));
    }
    suspension.startTimer(
        threads.later(() -> lapse(place, suspension), limits.get().suspendTimeout()));
    if (candidate.binding().scope().isGone()) {
      // Its bundle began to stop meanwhile.
      lapse(place, suspension);
    }
  }

  private void lapse(Place place, Suspension suspension) {
    if (suspensions.remove(place, suspension)) {
      suspension.stopTimer();
      publisher.apply(new InputChange.Left(suspension.candidate));
    }
  }

  /** Ends the suspensions of a bundle that stops: its services will not come back. */
  void lapse(ProviderScope scope) {
    suspensions.forEach(
        (place, suspension) -> {
          if (place.scope() == scope) {
            lapse(place, suspension);
          }
        });
  }

  /** Services that go from now on go because the registry ends: nothing is waited for. */
  void end() {
    ending = true;
    suspensions.forEach(this::lapse);
  }

  /** Takes away what a bundle offers, though its services may still be there. */
  void withdraw(Bundle bundle) {
    List<InputChange> changes = new ArrayList<>();
    for (Tracked tracked : byBundle.getOrDefault(bundle, Set.of())) {
      changes.add(new InputChange.Left(tracked.candidate()));
    }
    publisher.apply(changes);
  }

  /** Makes new candidates of a bundle's services, after its record has become another one. */
  void recheck(Bundle bundle) {
    for (Tracked tracked : byBundle.getOrDefault(bundle, Set.of())) {
      Candidate next = factory.of(tracked.reference, records.of(bundle));
      Candidate before = tracked.replace(next);
      publisher.apply(List.of(new InputChange.Left(before), new InputChange.Arrived(next)));
    }
  }
}
