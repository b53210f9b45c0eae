package dev.talaria.launcher.framework;

import dev.talaria.launcher.core.CoreEntry;
import dev.talaria.launcher.core.CoreList;
import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.logging.OsgiLogService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import org.apache.felix.framework.Felix;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.hooks.bundle.CollisionHook;
import org.osgi.framework.hooks.resolver.ResolverHookFactory;
import org.osgi.framework.hooks.service.EventListenerHook;
import org.osgi.framework.hooks.service.FindHook;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.startlevel.BundleStartLevel;
import org.osgi.framework.startlevel.FrameworkStartLevel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One framework with the core in it, from start to stop.
 *
 * <p>{@link #start} is called once, by one thread; the framework itself starts on a thread of its
 * own, so that a bundle that hangs cannot hold up the caller beyond its deadline. {@link #stop} may
 * come from any thread at any time, during the start too.
 */
public final class RuntimeFramework {
  private static final Logger log = LoggerFactory.getLogger(RuntimeFramework.class);
  private static final Duration EVENT_DELIVERY = Duration.ofSeconds(5);

  private final Framework framework;
  private final CoreList list;
  private final CoreBundles core = new CoreBundles();
  private final FrameworkStop stop;
  private volatile boolean stopping;

  public RuntimeFramework(FrameworkSettings settings, CoreList list) {
    Map<String, Object> properties = settings.properties();
    // Deployed bundles get the last level: they stop before the core that serves them.
    properties.put(
        Constants.FRAMEWORK_BEGINNING_STARTLEVEL, Integer.toString(list.lastStartLevel()));
    this.framework = new Felix(properties);
    this.stop = new FrameworkStop(framework, core);
    this.list = list;
  }

  /**
   * Starts the framework and the core.
   *
   * @throws RefusedException if a core bundle is not what was built, does not resolve or does not
   *     start in time; the framework has then to be stopped
   */
  public void start(Duration deadline) throws InterruptedException {
    list.verify();
    StartErrors errors = new StartErrors();
    try {
      framework.init(errors);
      framework.getBundleContext().addFrameworkListener(errors);
      framework.getBundleContext().addBundleListener(stop);
      framework.getBundleContext().addBundleListener(ServiceUseRecords.of(framework));
      registerServices(framework.getBundleContext());
      installCore(framework.getBundleContext());
    } catch (BundleException | IllegalStateException e) {
      if (stopping) {
        return;
      }
      throw new RefusedException("the framework does not start: " + e.getMessage(), e);
    }
    startFramework(deadline);
    if (!stopping) {
      errors.awaitDelivery(EVENT_DELIVERY);
      checkCore(errors);
    }
  }

  private void registerServices(BundleContext context) {
    ServiceVisibility visibility = new ServiceVisibility(core);
    context.registerService(ResolverHookFactory.class, new WiringHook(core), null);
    context.registerService(CollisionHook.class, new DoublingHook(core), null);
    context.registerService(FindHook.class, new ServiceFindHook(visibility), null);
    context.registerService(EventListenerHook.class, new ServiceEventHook(visibility), null);
    Dictionary<String, Object> properties = new Hashtable<>();
    properties.put(CoreNames.LAUNCHER_SERVICE, CoreNames.CORE_BUNDLES);
    context.registerService(Predicate.class, core, properties);
    OsgiLogService.register(context);
  }

  private void installCore(BundleContext context) throws BundleException {
    List<Bundle> bundles = new ArrayList<>();
    for (CoreEntry entry : list.entries()) {
      Bundle bundle = context.installBundle("reference:" + list.path(entry).toUri());
      core.add(bundle);
      bundle.adapt(BundleStartLevel.class).setStartLevel(entry.startLevel());
      bundles.add(bundle);
    }
    core.seal(framework);
    framework.adapt(FrameworkStartLevel.class).setInitialBundleStartLevel(list.lastStartLevel());
    for (Bundle bundle : bundles) {
      bundle.start();
    }
  }

  private void startFramework(Duration deadline) throws InterruptedException {
    CompletableFuture<Void> started = new CompletableFuture<>();
    Thread starter =
        new Thread(
            () -> {
              try {
                framework.start();
                started.complete(null);
              } catch (BundleException | RuntimeException | Error e) {
                started.completeExceptionally(e);
              }
            },
            "talaria-start");
    starter.setDaemon(true);
    starter.start();
    try {
      started.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new RefusedException(
          "the core did not start within "
              + deadline.toSeconds()
              + " s; still not started: "
              + notActive()
              + "; see the log",
          e);
    } catch (ExecutionException e) {
      if (!stopping) {
        throw new RefusedException(
            "the framework does not start: " + e.getCause().getMessage(), e.getCause());
      }
    }
  }

  private void checkCore(StartErrors errors) {
    for (Bundle bundle : framework.getBundleContext().getBundles()) {
      if (core.test(bundle) && bundle.getState() != Bundle.ACTIVE && !stopping) {
        throw new RefusedException(
            "the core bundle "
                + nameOf(bundle)
                + " does not start: "
                + errors.reason(bundle).orElse("see the log"));
      }
    }
    log.info("{} core bundles are active", list.entries().size());
  }

  private List<String> notActive() {
    List<String> names = new ArrayList<>();
    for (Bundle bundle : framework.getBundleContext().getBundles()) {
      if (core.test(bundle) && bundle.getState() != Bundle.ACTIVE) {
        names.add(nameOf(bundle));
      }
    }
    return names;
  }

  private static String nameOf(Bundle bundle) {
    return bundle.getSymbolicName() + " " + bundle.getVersion();
  }

  /** Returns the framework's own context; for tests of the hooks. */
  BundleContext context() {
    return framework.getBundleContext();
  }

  /** Whether the framework is neither stopping nor stopped. */
  public boolean isRunning() {
    return !stopping && framework.getState() == Bundle.ACTIVE;
  }

  /**
   * Waits until the framework has stopped, whoever stopped it.
   *
   * @param deadline of the stop, from its begin on
   * @return whether the core has stopped within the deadline
   */
  public boolean awaitStop(Duration deadline) throws InterruptedException {
    stop.awaitBegin();
    stopping = true;
    return stop.awaitEnd(deadline);
  }

  /**
   * Stops the framework.
   *
   * @return whether the core has stopped within the deadline
   */
  public boolean stop(Duration deadline) throws InterruptedException {
    stopping = true;
    try {
      framework.stop();
      return stop.awaitEnd(deadline);
    } catch (BundleException e) {
      log.error("the framework does not stop", e);
      return false;
    }
  }
}
