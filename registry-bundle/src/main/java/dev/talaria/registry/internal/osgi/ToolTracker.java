package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.ToolEvent;
import dev.talaria.registry.internal.call.CallThreads;
import dev.talaria.registry.internal.history.Occasion;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import dev.talaria.registry.internal.policy.Limits;
import dev.talaria.registry.internal.table.TablePublisher;
import dev.talaria.registry.internal.tool.ProviderScope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Predicate;
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
  private static final Occasion BUNDLE_STOPPED = new Occasion(ToolEvent.LEFT, "its bundle stopped");

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
      publisher.apply(new InputChange.Left(candidate), departure(tracked.bundle));
    }
  }

  private Occasion departure(Bundle bundle) {
    return new Occasion(
        ToolEvent.LEFT,
        ending
            ? "the registry ends"
            : bundle.getState() == Bundle.ACTIVE
                ? "its service was unregistered"
                : "its bundle " + BundleRecords.name(bundle) + " stopped");
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
    Duration limit = limits.get().suspendTimeout();
    Occasion late =
        new Occasion(
            ToolEvent.LEFT, "its service did not come back within " + limit.toMillis() + " ms");
    suspension.startTimer(threads.later(() -> lapse(place, suspension, late), limit));
    if (candidate.binding().scope().isGone()) {
      // Its bundle began to stop meanwhile.
      lapse(place, suspension, BUNDLE_STOPPED);
    }
  }

  private void lapse(Place place, Suspension suspension, Occasion occasion) {
    if (suspensions.remove(place, suspension)) {
      suspension.stopTimer();
      publisher.apply(new InputChange.Left(suspension.candidate), occasion);
    }
  }

  /** Ends the suspensions of a bundle that stops: its services will not come back. */
  void lapse(ProviderScope scope) {
    lapse(place -> place.scope() == scope, BUNDLE_STOPPED);
  }

  private void lapse(Predicate<Place> which, Occasion occasion) {
    List<InputChange> changes = new ArrayList<>();
    suspensions.forEach(
        (place, suspension) -> {
          if (which.test(place) && suspensions.remove(place, suspension)) {
            suspension.stopTimer();
            changes.add(new InputChange.Left(suspension.candidate));
          }
        });
    publisher.apply(changes, occasion);
  }

  /** Services that go from now on go because the registry ends: nothing is waited for. */
  void end() {
    ending = true;
    lapse(place -> true, new Occasion(ToolEvent.LEFT, "the registry ends"));
  }

  /** Takes away what a bundle offers, though its services may still be there. */
  void withdraw(Bundle bundle) {
    List<InputChange> changes = new ArrayList<>();
    for (Tracked tracked : byBundle.getOrDefault(bundle, Set.of())) {
      changes.add(new InputChange.Left(tracked.candidate()));
    }
    publisher.apply(
        changes,
        new Occasion(
            ToolEvent.LEFT, "its bundle " + BundleRecords.name(bundle) + " was taken away"));
  }

  /** Makes new candidates of a bundle's services, after its record has become another one. */
  void recheck(Bundle bundle) {
    List<InputChange> changes = new ArrayList<>();
    for (Tracked tracked : byBundle.getOrDefault(bundle, Set.of())) {
      Candidate next = factory.of(tracked.reference, records.of(bundle));
      changes.add(new InputChange.Left(tracked.replace(next)));
      changes.add(new InputChange.Arrived(next));
    }
    publisher.apply(
        changes, new Occasion(ToolEvent.ARRIVED, "its bundle was admitted by the deploy folder"));
  }
}
