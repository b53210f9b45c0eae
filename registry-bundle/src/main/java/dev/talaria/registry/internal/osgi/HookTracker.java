package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.AuditLog;
import dev.talaria.admin.DeclaredHook;
import dev.talaria.admin.HeldPlugin;
import dev.talaria.admin.PolicyView;
import dev.talaria.api.Origin;
import dev.talaria.api.hook.BlockingHook;
import dev.talaria.api.hook.HookSpec;
import dev.talaria.api.hook.ObservingHook;
import dev.talaria.api.hook.RewritingHook;
import dev.talaria.api.hook.TransformingHook;
import dev.talaria.registry.internal.hook.AbsentHook;
import dev.talaria.registry.internal.hook.HookHandle;
import dev.talaria.registry.internal.hook.HookKind;
import dev.talaria.registry.internal.hook.HookPlace;
import dev.talaria.registry.internal.hook.HookPlaces;
import dev.talaria.registry.internal.hook.HookSet;
import dev.talaria.registry.internal.model.Inputs;
import dev.talaria.registry.internal.model.NameGlob;
import dev.talaria.registry.internal.model.Policy;
import dev.talaria.registry.internal.table.ToolTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.util.tracker.ServiceTracker;
import org.osgi.util.tracker.ServiceTrackerCustomizer;

/**
 * Keeps the set of hooks that are used: those of core bundles, and those of the promoted deployment
 * of each plugin that the operator granted; and of the guards that are to see calls and are not
 * there. Looks at references and properties only; the objects are fetched by calls, and before a
 * promotion by {@link #stage}.
 *
 * <p>Called by the framework on whichever thread registers a service, and by whoever changes policy
 * or deployments; the set is computed anew under the monitor, where only our own code runs, and
 * read by calls without it. A hook that falls out of the set is let go after the set without it is
 * published; whoever waits for another set is woken after that.
 */
final class HookTracker implements AutoCloseable {
  private static final String TOOLS = HookSpec.PREFIX_ + "tools";

  private final BundleContext context;
  private final BundleRecords records;
  private final Supplier<ToolTable> table;
  private final HookPlaces places;
  private final DeletedConfigurations deleted;
  private final HookNews news;
  private final Kind<RewritingHook> rewriting;
  private final Kind<BlockingHook> blocking;
  private final Kind<ObservingHook> observing;
  private final Kind<TransformingHook> transforming;
  private volatile HookSet current = HookSet.NONE;

  /**
   * Creates the tracker.
   *
   * @param places knows which guards are missing; from now on guarded by the tracker
   */
  HookTracker(
      BundleContext context,
      BundleRecords records,
      Supplier<ToolTable> table,
      HookPlaces places,
      ConfigurationAdmin configurations,
      AuditLog audit) {
    this.context = context;
    this.records = records;
    this.table = table;
    this.places = places;
    this.deleted = new DeletedConfigurations(configurations, this::unconfigured);
    this.news = new HookNews(audit);
    this.rewriting = new Kind<>(RewritingHook.class, HookKind.REWRITING);
    this.blocking = new Kind<>(BlockingHook.class, HookKind.BLOCKING);
    this.observing = new Kind<>(ObservingHook.class, HookKind.OBSERVING);
    this.transforming = new Kind<>(TransformingHook.class, HookKind.TRANSFORMING);
  }

  /** Begins to track. */
  void open() {
    for (Kind<?> kind : kinds()) {
      kind.tracker.open();
    }
    refresh();
  }

  private List<Kind<?>> kinds() {
    return List.of(rewriting, blocking, observing, transforming);
  }

  /** Returns the hooks used now. */
  HookSet current() {
    return current;
  }

  /** Takes which plugins the deploy folder holds. */
  void announce(Collection<HeldPlugin> held) {
    synchronized (this) {
      places.announce(held);
    }
    refresh();
  }

  /** Returns who is to hear of configurations, to know which hooks the operator took away. */
  DeletedConfigurations deletions() {
    return deleted;
  }

  private void unconfigured(String pid) {
    synchronized (this) {
      places.unconfigured(pid);
    }
    refresh();
  }

  /** The runtime ends: calls no longer wait for guards that left. */
  void end() {
    places.end();
    CompletableFuture<Void> replaced;
    synchronized (this) {
      HookSet last = current;
      replaced = last.replaced();
      current =
          new HookSet(
              last.rewriting(),
              last.blocking(),
              last.observing(),
              last.transforming(),
              last.absent(),
              new CompletableFuture<>());
    }
    replaced.complete(null);
  }

  /** Looks anew who may be used, after the policy or a deployment has changed. */
  void refresh() {
    List<HookHandle<?>> closing = new ArrayList<>();
    List<Runnable> telling = new ArrayList<>();
    HookSet before;
    HookSet next;
    synchronized (this) {
      Inputs inputs = table.get().inputs();
      Set<HookPlace> filled = new HashSet<>();
      before = current;
      next =
          new HookSet(
              rewriting.chosen(inputs, filled, closing, telling),
              blocking.chosen(inputs, filled, closing, telling),
              observing.chosen(inputs, filled, closing, telling),
              transforming.chosen(inputs, filled, closing, telling),
              places.absent(inputs, filled, records::hooks),
              new CompletableFuture<>());
      if (next.isSameAs(HookSet.NONE)) {
        next = HookSet.NONE;
      }
      if (next.isSameAs(before)) {
        next = before;
      }
      current = next;
    }
    closing.forEach(HookHandle::close);
    if (next != before) {
      before.replaced().complete(null);
    }
    telling.forEach(Runnable::run);
  }

  /**
   * Makes the hooks of a bundle that is started and not promoted, and keeps them. Runs foreign code
   * on this thread, with no lock held.
   *
   * @param missing gets the declared guards that are not there
   * @param problems gets a sentence for each hook that cannot be made
   */
  void stage(Bundle bundle, List<String> missing, List<String> problems) {
    List<HookHandle<?>> staged = new ArrayList<>();
    synchronized (this) {
      Inputs inputs = table.get().inputs();
      kinds().forEach(kind -> kind.stage(bundle, inputs, staged, missing));
    }
    for (HookHandle<?> handle : staged) {
      try {
        handle.prepare();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        problems.add("the " + handle + " took too long to be made");
        return;
      } catch (Exception | LinkageError e) {
        problems.add("the " + handle + " cannot be made: " + e.getMessage());
      }
    }
  }

  /** Returns what became of the hooks of plugins, for those who look at the policy. */
  synchronized List<PolicyView.Value> rows() {
    List<PolicyView.Value> rows = new ArrayList<>();
    kinds().forEach(kind -> kind.rows(rows));
    for (AbsentHook absent : current.absent()) {
      if (absent.owner().origin() == Origin.PLUGIN) {
        rows.add(
            row(absent.owner().name(), absent.kind(), "missing, calls are refused", "" + absent));
      }
    }
    return rows;
  }

  private static PolicyView.Value row(String owner, HookKind kind, String effective, String what) {
    return new PolicyView.Value(
        Policy.pluginPid(owner), kind.grant(), effective, Optional.empty(), what);
  }

  /** Returns a stage that completes when no call is in a hook of a bundle that is let go. */
  synchronized CompletableFuture<Void> whenLeft(Bundle bundle) {
    List<CompletableFuture<Void>> leaving = new ArrayList<>();
    kinds().forEach(kind -> kind.leaving(bundle, leaving));
    return CompletableFuture.allOf(leaving.toArray(CompletableFuture[]::new));
  }

  @Override
  public void close() {
    for (Kind<?> kind : kinds()) {
      kind.tracker.close();
    }
  }

  /** One hook service. Guarded by the tracker. */
  private static final class Tracked<H> {
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

  /** The hooks of one kind. */
  private final class Kind<H> implements ServiceTrackerCustomizer<H, Tracked<H>> {
    private final Class<H> type;
    private final HookKind kind;
    private final ServiceTracker<H, Tracked<H>> tracker;

    /** In the order in which they run: highest ranking, then oldest. Guarded by the tracker. */
    private final Map<ServiceReference<H>, Tracked<H>> hooks =
        new TreeMap<>(Collections.reverseOrder());

    private Kind(Class<H> type, HookKind kind) {
      this.type = type;
      this.kind = kind;
      this.tracker = new ServiceTracker<>(context, type, this);
    }

    @Override
    public Tracked<H> addingService(ServiceReference<H> reference) {
      Bundle bundle = reference.getBundle();
      if (bundle == null) {
        return null;
      }
      Tracked<H> tracked = new Tracked<>(bundle, tools(reference));
      synchronized (HookTracker.this) {
        hooks.put(reference, tracked);
      }
      refresh();
      return tracked;
    }

    @Override
    public void modifiedService(ServiceReference<H> reference, Tracked<H> tracked) {
      HookHandle<H> closing = null;
      synchronized (HookTracker.this) {
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
      refresh();
      if (closing != null) {
        closing.close();
      }
    }

    @Override
    public void removedService(ServiceReference<H> reference, Tracked<H> tracked) {
      boolean takenAway = deleted.test(reference);
      HookHandle<H> closing;
      synchronized (HookTracker.this) {
        hooks.values().remove(tracked);
        closing = tracked.handle;
        tracked.handle = null;
        if (tracked.standing.used() && !takenAway) {
          vacate(reference, tracked);
        }
      }
      refresh();
      if (closing != null) {
        closing.close();
      }
    }

    private void vacate(ServiceReference<H> reference, Tracked<H> tracked) {
      if (kind.isGuard()) {
        places.vacate(
            tracked.place, tracked.tools, tracked.deployment, DeletedConfigurations.pid(reference));
      }
    }

    private List<HookHandle<H>> chosen(
        Inputs inputs, Set<HookPlace> filled, List<HookHandle<?>> closing, List<Runnable> telling) {
      List<HookHandle<H>> chosen = new ArrayList<>();
      hooks.forEach(
          (reference, tracked) -> {
            BundleRecord record = records.of(tracked.bundle);
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
              telling.add(() -> news.tell(name(reference), kind.grant(), tracked.bundle, is));
            }
          });
      return chosen;
    }

    private void stage(
        Bundle bundle, Inputs inputs, List<HookHandle<?>> staged, List<String> missing) {
      BundleRecord record = records.of(bundle);
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

    private void leaving(Bundle bundle, List<CompletableFuture<Void>> all) {
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
          new ServiceHookSource<>(context, reference, type));
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

    private void rows(List<PolicyView.Value> rows) {
      hooks.forEach(
          (reference, tracked) -> {
            BundleRecord record = records.of(tracked.bundle);
            if (record.owner().origin() != Origin.BUILTIN) {
              rows.add(
                  row(
                      record.owner().name(),
                      kind,
                      tracked.standing.used() ? "used" : "not used",
                      name(reference)
                          + tracked.standing.refusal().map(why -> " refused: " + why).orElse("")));
            }
          });
    }
  }
}
