package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.AuditLog;
import dev.talaria.admin.HeldPlugin;
import dev.talaria.admin.PolicyView;
import dev.talaria.api.Origin;
import dev.talaria.api.hook.BlockingHook;
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
import dev.talaria.registry.internal.model.Policy;
import dev.talaria.registry.internal.table.ToolTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.cm.ConfigurationAdmin;

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
  private final BundleRecords records;
  private final Supplier<ToolTable> table;
  private final HookPlaces places;
  private final DeletedConfigurations deleted;
  private final HookServices<RewritingHook> rewriting;
  private final HookServices<BlockingHook> blocking;
  private final HookServices<ObservingHook> observing;
  private final HookServices<TransformingHook> transforming;
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
    this.records = records;
    this.table = table;
    this.places = places;
    this.deleted = new DeletedConfigurations(configurations, this::unconfigured);
    HookServices.Parts parts =
        new HookServices.Parts(context, records, places, deleted, new HookNews(audit));
    this.rewriting =
        new HookServices<>(RewritingHook.class, HookKind.REWRITING, parts, this, this::refresh);
    this.blocking =
        new HookServices<>(BlockingHook.class, HookKind.BLOCKING, parts, this, this::refresh);
    this.observing =
        new HookServices<>(ObservingHook.class, HookKind.OBSERVING, parts, this, this::refresh);
    this.transforming =
        new HookServices<>(
            TransformingHook.class, HookKind.TRANSFORMING, parts, this, this::refresh);
  }

  /** Begins to track. */
  void open() {
    for (HookServices<?> kind : kinds()) {
      kind.open();
    }
    refresh();
  }

  private List<HookServices<?>> kinds() {
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

  static PolicyView.Value row(String owner, HookKind kind, String effective, String what) {
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
    for (HookServices<?> kind : kinds()) {
      kind.close();
    }
  }
}
