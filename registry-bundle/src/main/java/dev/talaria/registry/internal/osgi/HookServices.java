package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.DeclaredHook;
import dev.talaria.admin.PolicyView;
import dev.talaria.api.Origin;
import dev.talaria.api.hook.HookSpec;
import dev.talaria.registry.internal.hook.HookHandle;
import dev.talaria.registry.internal.hook.HookKind;
import dev.talaria.registry.internal.hook.HookPlace;
import dev.talaria.registry.internal.hook.HookPlaces;
import dev.talaria.registry.internal.model.Inputs;
import dev.talaria.registry.internal.model.NameGlob;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;
import org.osgi.util.tracker.ServiceTrackerCustomizer;

/**
 * The hook services of one kind, and the ways to them. Looks at references and properties only.
 *
 * <p>The framework calls on whichever thread registers a service; everything else is called under
 * the monitor of the tracker, which guards all of it and under which only our own code runs.
 */
final class HookServices<H> implements ServiceTrackerCustomizer<H, HookServices.Tracked<H>> {
  private static final String TOOLS = HookSpec.PREFIX_ + "tools";

  /** What the kinds share. */
  record Parts(
      BundleContext context,
      BundleRecords records,
      HookPlaces places,
      DeletedConfigurations deleted,
      HookNews news) {}

  /** One hook service. Guarded by the monitor. */
  static final class Tracked<H> {
    private final Bundle bundle;
    private List<NameGlob> tools;
    private HookHandle<H> handle;

    /** Until the last call is out of the handle before; calls may still be in it. */
    private CompletableFuture<Void> leaving = CompletableFuture.completedFuture(null);

    private boolean mayApprove;

    /** Where and for which deployment it stood when it was used last; null: it never was. */
    private HookPlace place;

    private String deployment = "";
    private HookStanding standing = HookStanding.ASIDE;

    /** Made before its deployment is promoted. */
    private boolean staged;

    private Tracked(Bundle bundle, List<NameGlob> tools) {
      this.bundle = bundle;
      this.tools = tools;
    }
  }

  private final Class<H> type;
  private final HookKind kind;
  private final Parts parts;
  private final Object monitor;
  private final Runnable changed;
  private final ServiceTracker<H, Tracked<H>> tracker;

  /** In the order in which they run: highest ranking, then oldest. Guarded by the monitor. */
  private final Map<ServiceReference<H>, Tracked<H>> hooks =
      new TreeMap<>(Collections.reverseOrder());

  /**
   * Creates the keeper of a kind.
   *
   * @param monitor guards this and the places
   * @param changed run without the monitor when services came, went or changed
   */
  HookServices(Class<H> type, HookKind kind, Parts parts, Object monitor, Runnable changed) {
    this.type = type;
    this.kind = kind;
    this.parts = parts;
    this.monitor = monitor;
    this.changed = changed;
    this.tracker = new ServiceTracker<>(parts.context(), type, this);
  }

  void open() {
    tracker.open();
  }

  void close() {
    tracker.close();
  }

  @Override
  public Tracked<H> addingService(ServiceReference<H> reference) {
    Bundle bundle = reference.getBundle();
    if (bundle == null) {
      return null;
    }
    Tracked<H> tracked = new Tracked<>(bundle, tools(reference));
    synchronized (monitor) {
      hooks.put(reference, tracked);
    }
    changed.run();
    return tracked;
  }

  @Override
  public void modifiedService(ServiceReference<H> reference, Tracked<H> tracked) {
    HookHandle<H> closing = null;
    synchronized (monitor) {
      // Its rank may be another one, and so its place.
      hooks.values().remove(tracked);
      hooks.put(reference, tracked);
      List<NameGlob> tools = tools(reference);
      if (!tools.equals(tracked.tools)) {
        tracked.tools = tools;
        closing = tracked.handle;
        tracked.handle = null;
      }
    }
    changed.run();
    if (closing != null) {
      closing.close();
    }
  }

  @Override
  public void removedService(ServiceReference<H> reference, Tracked<H> tracked) {
    boolean takenAway = parts.deleted().test(reference);
    HookHandle<H> closing;
    synchronized (monitor) {
      hooks.values().remove(tracked);
      closing = tracked.handle;
      tracked.handle = null;
      if (tracked.standing.used() && !takenAway) {
        vacate(reference, tracked);
      }
    }
    changed.run();
    if (closing != null) {
      closing.close();
    }
  }

  private void vacate(ServiceReference<H> reference, Tracked<H> tracked) {
    if (kind.isGuard()) {
      parts
          .places()
          .vacate(
              tracked.place,
              tracked.tools,
              tracked.deployment,
              DeletedConfigurations.pid(reference));
    }
  }

  List<HookHandle<H>> chosen(
      Inputs inputs, Set<HookPlace> filled, List<HookHandle<?>> closing, List<Runnable> telling) {
    List<HookHandle<H>> chosen = new ArrayList<>();
    hooks.forEach(
        (reference, tracked) -> {
          BundleRecord record = parts.records().of(tracked.bundle);
          HookStanding is = HookStanding.of(record, kind, inputs);
          HookStanding was = tracked.standing;
          tracked.standing = is;
          boolean kept = is.used() ? is.mayApprove() == tracked.mayApprove : tracked.staged;
          if (tracked.handle != null && !kept) {
            closing.add(tracked.handle);
            tracked.leaving = tracked.handle.whenReleased();
            tracked.handle = null;
          }
          if (was.used() && !is.used()) {
            vacate(reference, tracked);
          }
          if (is.used()) {
            tracked.staged = false;
            tracked.deployment = record.deployment();
            tracked.place =
                new HookPlace(
                    record.owner(),
                    kind,
                    component(reference).orElse(""),
                    DeletedConfigurations.factoryInstance(reference));
            if (tracked.handle == null) {
              tracked.handle = handle(reference, tracked, is.mayApprove());
            }
            chosen.add(tracked.handle);
            filled.add(tracked.place);
          }
          if (!is.equals(was)) {
            telling.add(() -> parts.news().tell(name(reference), kind.grant(), tracked.bundle, is));
          }
        });
    return chosen;
  }

  void stage(Bundle bundle, Inputs inputs, List<HookHandle<?>> staged, List<String> missing) {
    BundleRecord record = parts.records().of(bundle);
    HookStanding then = HookStanding.oncePromoted(record, kind, inputs);
    if (!then.used()) {
      return;
    }
    Set<String> there = new HashSet<>();
    hooks.forEach(
        (reference, tracked) -> {
          if (tracked.bundle.equals(bundle)) {
            component(reference).ifPresent(there::add);
            tracked.staged |= !tracked.standing.used();
            if (tracked.handle == null) {
              tracked.handle = handle(reference, tracked, then.mayApprove());
            }
            staged.add(tracked.handle);
          }
        });
    for (DeclaredHook hook : kind.isGuard() ? record.hooks() : List.<DeclaredHook>of()) {
      if (hook.types().contains(type.getName())
          && !hook.conditional()
          && !there.contains(hook.component())) {
        missing.add(type.getSimpleName() + " " + hook.component());
      }
    }
  }

  void leaving(Bundle bundle, List<CompletableFuture<Void>> all) {
    for (Tracked<H> tracked : hooks.values()) {
      if (tracked.bundle.equals(bundle)) {
        all.add(tracked.leaving);
      }
    }
  }

  private HookHandle<H> handle(
      ServiceReference<H> reference, Tracked<H> tracked, boolean mayApprove) {
    tracked.mayApprove = mayApprove;
    String owner = BundleRecords.name(tracked.bundle);
    return new HookHandle<>(
        name(reference) + " of " + owner,
        mayApprove,
        tracked.tools,
        new ServiceHookSource<>(parts.context(), reference, type));
  }

  private String name(ServiceReference<H> reference) {
    return type.getSimpleName()
        + " "
        + component(reference).orElseGet(() -> "" + reference.getProperty(Constants.SERVICE_ID));
  }

  private Optional<String> component(ServiceReference<H> reference) {
    return Optional.ofNullable(reference.getProperty("component.name")).map(Object::toString);
  }

  private List<NameGlob> tools(ServiceReference<H> reference) {
    Object said = reference.getProperty(TOOLS);
    String[] globs =
        said instanceof String[] several
            ? several
            : new String[] {said instanceof String one ? one : "*"};
    List<NameGlob> tools = new ArrayList<>();
    for (String glob : globs) {
      tools.add(new NameGlob(glob));
    }
    return tools;
  }

  void rows(List<PolicyView.Value> rows) {
    hooks.forEach(
        (reference, tracked) -> {
          BundleRecord record = parts.records().of(tracked.bundle);
          if (record.owner().origin() != Origin.BUILTIN) {
            rows.add(
                HookTracker.row(
                    record.owner().name(),
                    kind,
                    tracked.standing.used() ? "used" : "not used",
                    name(reference)
                        + tracked.standing.refusal().map(why -> " refused: " + why).orElse("")));
          }
        });
  }
}
