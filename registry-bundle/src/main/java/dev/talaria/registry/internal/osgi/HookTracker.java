package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.AuditLog;
import dev.talaria.admin.PolicyView;
import dev.talaria.api.Origin;
import dev.talaria.api.hook.BlockingHook;
import dev.talaria.api.hook.HookSpec;
import dev.talaria.api.hook.ObservingHook;
import dev.talaria.api.hook.RewritingHook;
import dev.talaria.api.hook.TransformingHook;
import dev.talaria.registry.internal.hook.HookHandle;
import dev.talaria.registry.internal.hook.HookSet;
import dev.talaria.registry.internal.model.Inputs;
import dev.talaria.registry.internal.model.NameGlob;
import dev.talaria.registry.internal.model.OwnerState;
import dev.talaria.registry.internal.model.PluginPolicy;
import dev.talaria.registry.internal.model.Policy;
import dev.talaria.registry.internal.table.ToolTable;
import dev.talaria.registry.internal.tool.OwnerId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;
import org.osgi.util.tracker.ServiceTrackerCustomizer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the set of hooks that are used: those of core bundles, and those of the promoted deployment
 * of each plugin that the operator granted. Looks at references and properties only; the objects
 * are fetched by calls.
 *
 * <p>Called by the framework on whichever thread registers a service, and by whoever changes policy
 * or deployments; the set is computed anew under the monitor, where only our own code runs, and
 * read by calls without it. A hook that falls out of the set is let go after the set without it is
 * published.
 */
final class HookTracker implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HookTracker.class);
  private static final String TOOLS = HookSpec.PREFIX_ + "tools";

  private final BundleContext context;
  private final BundleRecords records;
  private final Supplier<ToolTable> table;
  private final AuditLog audit;
  private final Kind<RewritingHook> rewriting;
  private final Kind<BlockingHook> blocking;
  private final Kind<ObservingHook> observing;
  private final Kind<TransformingHook> transforming;
  private volatile HookSet current = HookSet.NONE;

  HookTracker(
      BundleContext context, BundleRecords records, Supplier<ToolTable> table, AuditLog audit) {
    this.context = context;
    this.records = records;
    this.table = table;
    this.audit = audit;
    this.rewriting = new Kind<>(RewritingHook.class, "hooks.rewrite");
    this.blocking = new Kind<>(BlockingHook.class, "hooks.block");
    this.observing = new Kind<>(ObservingHook.class, "hooks.observe");
    this.transforming = new Kind<>(TransformingHook.class, "hooks.transform");
  }

  /** Begins to track. */
  void open() {
    for (Kind<?> kind : kinds()) {
      kind.tracker.open();
    }
  }

  private List<Kind<?>> kinds() {
    return List.of(rewriting, blocking, observing, transforming);
  }

  /** Returns the hooks used now. */
  HookSet current() {
    return current;
  }

  /** Looks anew who may be used, after the policy or a deployment has changed. */
  void refresh() {
    List<HookHandle<?>> closing = new ArrayList<>();
    List<Runnable> news = new ArrayList<>();
    synchronized (this) {
      Inputs inputs = table.get().inputs();
      HookSet next =
          new HookSet(
              rewriting.chosen(inputs, closing, news),
              blocking.chosen(inputs, closing, news),
              observing.chosen(inputs, closing, news),
              transforming.chosen(inputs, closing, news));
      current = next.isEmpty() ? HookSet.NONE : next;
    }
    closing.forEach(HookHandle::close);
    news.forEach(Runnable::run);
  }

  /** Returns what became of the hooks of plugins, for those who look at the policy. */
  synchronized List<PolicyView.Value> rows() {
    List<PolicyView.Value> rows = new ArrayList<>();
    kinds().forEach(kind -> kind.rows(rows));
    return rows;
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

  /** Whether a hook is used. */
  private record Standing(boolean used, boolean mayApprove, Optional<String> refusal) {
    static final Standing CORE = new Standing(true, true, Optional.empty());

    /** Not used, and nothing is wrong with that. */
    static final Standing ASIDE = new Standing(false, false, Optional.empty());

    static Standing refused(String why) {
      return new Standing(false, false, Optional.of(why));
    }
  }

  private Standing standing(Bundle bundle, String grant, Inputs inputs) {
    BundleRecord record = records.of(bundle);
    if (record.fault().isPresent()) {
      return Standing.refused(record.fault().get());
    }
    OwnerId owner = record.owner();
    if (owner.origin() == Origin.BUILTIN) {
      return Standing.CORE;
    }
    PluginPolicy policy = inputs.policy().plugin(owner.name());
    Optional<String> promoted = inputs.owner(owner).flatMap(OwnerState::promoted);
    if (!policy.enabled() || !promoted.equals(Optional.of(record.deployment()))) {
      return Standing.ASIDE;
    }
    return policy.grants().contains(grant)
        ? new Standing(true, policy.grants().contains(PluginPolicy.GRANT_APPROVE), Optional.empty())
        : Standing.refused(
            "add "
                + grant
                + " to grants in "
                + Policy.pluginPid(owner.name())
                + " (talaria policy grant "
                + owner.name()
                + " "
                + grant
                + ")");
  }

  /** One hook service. Guarded by the tracker. */
  private static final class Tracked<H> {
    private final Bundle bundle;
    private List<NameGlob> tools;
    private HookHandle<H> handle;

    /** Until the last call is out of the handle before; calls may still be in it. */
    private CompletableFuture<Void> leaving = CompletableFuture.completedFuture(null);

    private boolean mayApprove;
    private Standing standing = Standing.ASIDE;

    private Tracked(Bundle bundle, List<NameGlob> tools) {
      this.bundle = bundle;
      this.tools = tools;
    }
  }

  /** The hooks of one kind. */
  private final class Kind<H> implements ServiceTrackerCustomizer<H, Tracked<H>> {
    private final Class<H> type;
    private final String grant;
    private final ServiceTracker<H, Tracked<H>> tracker;

    /** In the order in which they run: highest ranking, then oldest. Guarded by the tracker. */
    private final Map<ServiceReference<H>, Tracked<H>> hooks =
        new TreeMap<>(Collections.reverseOrder());

    private Kind(Class<H> type, String grant) {
      this.type = type;
      this.grant = grant;
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
      HookHandle<H> closing;
      synchronized (HookTracker.this) {
        hooks.values().remove(tracked);
        closing = tracked.handle;
        tracked.handle = null;
      }
      refresh();
      if (closing != null) {
        closing.close();
      }
    }

    private List<HookHandle<H>> chosen(
        Inputs inputs, List<HookHandle<?>> closing, List<Runnable> news) {
      List<HookHandle<H>> chosen = new ArrayList<>();
      hooks.forEach(
          (reference, tracked) -> {
            Standing is = standing(tracked.bundle, grant, inputs);
            Standing was = tracked.standing;
            tracked.standing = is;
            if (tracked.handle != null && (!is.used() || is.mayApprove() != tracked.mayApprove)) {
              closing.add(tracked.handle);
              tracked.leaving = tracked.handle.whenReleased();
              tracked.handle = null;
            }
            if (is.used()) {
              if (tracked.handle == null) {
                tracked.handle = handle(reference, tracked, is.mayApprove());
              }
              chosen.add(tracked.handle);
            }
            if (!is.equals(was)) {
              news.add(() -> tell(reference, tracked.bundle, is));
            }
          });
      return chosen;
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

    private void tell(ServiceReference<H> reference, Bundle bundle, Standing is) {
      String owner = BundleRecords.name(bundle);
      String what = name(reference);
      Map<String, String> details = new LinkedHashMap<>();
      details.put("hook", what);
      details.put("owner", owner);
      details.put("version", bundle.getVersion().toString());
      details.put("grant", grant);
      if (is.used()) {
        LOG.info("The {} of {} {} is used", what, owner, bundle.getVersion());
        audit.record("hook.used", details);
      } else if (is.refusal().isPresent()) {
        LOG.error("REJECTED {} of plugin {}: {}", what, owner, is.refusal().get());
        details.put("reason", is.refusal().get());
        audit.record("hook.refused", details);
      } else {
        LOG.info("The {} of {} {} is not used", what, owner, bundle.getVersion());
      }
    }

    private String name(ServiceReference<H> reference) {
      Object component = reference.getProperty("component.name");
      return type.getSimpleName()
          + " "
          + Objects.requireNonNullElse(component, reference.getProperty(Constants.SERVICE_ID));
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
                  new PolicyView.Value(
                      Policy.pluginPid(record.owner().name()),
                      grant,
                      tracked.standing.used() ? "used" : "not used",
                      Optional.empty(),
                      name(reference)
                          + tracked.standing.refusal().map(why -> " refused: " + why).orElse("")));
            }
          });
    }
  }
}
