package dev.talaria.registry.internal.osgi;

import dev.talaria.api.AvailabilityProbe;
import dev.talaria.api.DefinitionOverlay;
import dev.talaria.api.OverlaySpec;
import dev.talaria.api.ProbeSpec;
import dev.talaria.registry.internal.availability.CompanionServices;
import dev.talaria.registry.internal.availability.Refresher;
import dev.talaria.registry.internal.tool.Companion;
import dev.talaria.registry.internal.tool.Companion.Kind;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ToolUnavailableException;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;
import org.osgi.util.tracker.ServiceTrackerCustomizer;

/**
 * The probes and overlays that bundles offer as services. Looks at references and properties only;
 * an object is fetched when it is first asked, on the thread that asks, kept while its service is
 * there and some tool depends on it, and given back then. Lock-free.
 */
final class CompanionTracker
    implements ServiceTrackerCustomizer<Object, CompanionTracker.Tracked>,
        CompanionServices,
        AutoCloseable {
  private static final Map<Kind, Class<?>> TYPES =
      Map.of(Kind.PROBE, AvailabilityProbe.class, Kind.OVERLAY, DefinitionOverlay.class);
  private static final Map<Kind, String> NAMES =
      Map.of(Kind.PROBE, ProbeSpec.PREFIX_ + "name", Kind.OVERLAY, OverlaySpec.PREFIX_ + "name");

  private final BundleContext context;
  private final BundleRecords records;
  private final Predicate<OwnerId> updating;
  private final ServiceTracker<Object, Tracked> tracker;
  private final Map<Bundle, Set<Tracked>> byBundle = new ConcurrentHashMap<>();

  /** Set before the tracker opens. */
  private volatile Refresher refresher;

  /** A service, the names it goes by, and its object while it is out. */
  static final class Tracked {
    private final ServiceReference<Object> reference;
    private final Bundle bundle;
    private final AtomicReference<Object> object = new AtomicReference<>();
    private volatile Map<Kind, String> names;
    private volatile boolean gone;

    private Tracked(ServiceReference<Object> reference, Bundle bundle) {
      this.reference = reference;
      this.bundle = bundle;
      this.names = namesOf(reference);
    }
  }

  /**
   * Creates the tracker.
   *
   * @param updating whether an owner's bundles are being updated now
   */
  CompanionTracker(BundleContext context, BundleRecords records, Predicate<OwnerId> updating) {
    this.context = context;
    this.records = records;
    this.updating = updating;
    this.tracker = new ServiceTracker<>(context, filter(), this);
  }

  private static org.osgi.framework.Filter filter() {
    try {
      return FrameworkUtil.createFilter(
          "(|("
              + Constants.OBJECTCLASS
              + "="
              + AvailabilityProbe.class.getName()
              + ")("
              + Constants.OBJECTCLASS
              + "="
              + DefinitionOverlay.class.getName()
              + "))");
    } catch (InvalidSyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Begins; services that are there and those that come are told. */
  void open(Refresher toTell) {
    refresher = toTell;
    tracker.open();
  }

  private static Map<Kind, String> namesOf(ServiceReference<Object> reference) {
    List<String> types = List.of((String[]) reference.getProperty(Constants.OBJECTCLASS));
    Map<Kind, String> names = new EnumMap<>(Kind.class);
    TYPES.forEach(
        (kind, type) -> {
          if (types.contains(type.getName())
              && reference.getProperty(NAMES.get(kind)) instanceof String name) {
            names.put(kind, name);
          }
        });
    return names;
  }

  @Override
  public Tracked addingService(ServiceReference<Object> reference) {
    Bundle bundle = reference.getBundle();
    if (bundle == null) {
      return null;
    }
    Tracked tracked = new Tracked(reference, bundle);
    byBundle.compute(
        bundle,
        (b, known) -> {
          Set<Tracked> all = known == null ? ConcurrentHashMap.newKeySet() : known;
          all.add(tracked);
          return all;
        });
    tellOffered(tracked, tracked.names);
    return tracked;
  }

  @Override
  public void modifiedService(ServiceReference<Object> reference, Tracked tracked) {
    Map<Kind, String> before = tracked.names;
    Map<Kind, String> now = namesOf(reference);
    tracked.names = now;
    if (!before.equals(now)) {
      tellWithdrawn(tracked, before);
    }
    tellOffered(tracked, now);
  }

  @Override
  public void removedService(ServiceReference<Object> reference, Tracked tracked) {
    byBundle.computeIfPresent(
        tracked.bundle,
        (bundle, all) -> {
          all.remove(tracked);
          return all.isEmpty() ? null : all;
        });
    tracked.gone = true;
    tellWithdrawn(tracked, tracked.names);
    giveBack(tracked);
  }

  private void tellOffered(Tracked tracked, Map<Kind, String> names) {
    names.forEach((kind, name) -> refresher.offered(companion(tracked, kind, name)));
  }

  private void tellWithdrawn(Tracked tracked, Map<Kind, String> names) {
    names.forEach((kind, name) -> refresher.withdrawn(companion(tracked, kind, name)));
  }

  private Companion companion(Tracked tracked, Kind kind, String name) {
    return Companion.named(kind, records.of(tracked.bundle).scope(), name);
  }

  private Optional<Tracked> find(Companion companion) {
    return byBundle.entrySet().stream()
        .filter(entry -> records.of(entry.getKey()).scope() == companion.scope())
        .flatMap(entry -> entry.getValue().stream())
        .filter(tracked -> companion.name().equals(tracked.names.get(companion.kind())))
        .max(Comparator.comparing(tracked -> tracked.reference));
  }

  @Override
  public boolean isOffered(Companion companion) {
    return find(companion).isPresent();
  }

  @Override
  public boolean isAwaited(Companion companion) {
    return updating.test(companion.scope().owner());
  }

  @Override
  public Object obtain(Companion companion) throws ToolUnavailableException {
    Tracked tracked =
        find(companion)
            .orElseThrow(() -> new ToolUnavailableException("its service has just gone"));
    Object known = tracked.object.get();
    if (known != null) {
      return known;
    }
    Object service;
    try {
      service = context.getService(tracked.reference);
    } catch (RuntimeException | LinkageError e) {
      throw new ToolUnavailableException("its service cannot be obtained: " + e, e);
    }
    if (service == null) {
      throw new ToolUnavailableException(
          "its component could not be created: its class does not link, its constructor failed, or"
              + " it has just gone (the log has the stack trace)");
    }
    if (!TYPES.get(companion.kind()).isInstance(service)) {
      unget(tracked);
      throw new ToolUnavailableException(
          "its service is a " + service.getClass().getName() + ", which is none");
    }
    if (!tracked.object.compareAndSet(null, service)) {
      // Another kind of the same service was asked at the same time.
      unget(tracked);
    }
    if (tracked.gone) {
      giveBack(tracked);
    }
    return service;
  }

  @Override
  public void release(Companion companion) {
    find(companion).ifPresent(this::giveBack);
  }

  private void giveBack(Tracked tracked) {
    if (tracked.object.getAndSet(null) != null) {
      unget(tracked);
    }
  }

  private void unget(Tracked tracked) {
    try {
      context.ungetService(tracked.reference);
    } catch (IllegalStateException e) {
      // The registry itself has stopped: the framework has given back everything.
      return;
    }
  }

  @Override
  public void close() {
    tracker.close();
  }
}
