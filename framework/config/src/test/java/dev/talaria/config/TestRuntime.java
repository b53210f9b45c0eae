package dev.talaria.config;

import dev.talaria.admin.AuditLog;
import dev.talaria.admin.RuntimeProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.util.tracker.ServiceTracker;

/** A framework with Config Admin, DS, Metatype and the bundle under test, over a given home. */
final class TestRuntime implements AutoCloseable {
  private static final String SHARED_PACKAGES =
      String.join(
          ",",
          "org.slf4j;version=2.0.17",
          "org.osgi.service.cm;version=1.6.0",
          "dev.talaria.admin;version=1.0.0",
          "dev.talaria.api;version=1.0.0");

  private final Framework framework;
  private final List<Bundle> core = new ArrayList<>();
  private final List<Map<String, String>> audit = new CopyOnWriteArrayList<>();

  private TestRuntime(Framework framework) {
    this.framework = framework;
  }

  static TestRuntime start(Path home) throws Exception {
    // A busy machine is no failure.
    Awaitility.setDefaultTimeout(Duration.ofSeconds(30));
    Map<String, String> properties = new HashMap<>();
    properties.put(Constants.FRAMEWORK_STORAGE, home.resolve("cache").toString());
    properties.put(
        Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
    properties.put(Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, SHARED_PACKAGES);
    properties.put(RuntimeProperties.HOME, home.toString());
    properties.put("felix.cm.pm", "talaria");
    FrameworkFactory factory = ServiceLoader.load(FrameworkFactory.class).findFirst().orElseThrow();
    TestRuntime runtime = new TestRuntime(factory.newFramework(properties));
    runtime.framework.init();
    runtime.registerLauncherAndAudit();
    runtime.installCore();
    runtime.framework.start();
    for (Bundle bundle : runtime.core) {
      bundle.start();
    }
    return runtime;
  }

  private void registerLauncherAndAudit() {
    Dictionary<String, Object> launcher = new Hashtable<>();
    launcher.put(RuntimeProperties.LAUNCHER_SERVICE, "core-bundles");
    Predicate<Bundle> isCore = core::contains;
    context().registerService(Predicate.class, isCore, launcher);
    context()
        .registerService(
            AuditLog.class,
            new AuditLog() {
              @Override
              public void record(String kind, Map<String, String> details) {
                Map<String, String> event = new HashMap<>(details);
                event.put("kind", kind);
                audit.add(event);
              }

              @Override
              public List<String> tail(int count) {
                return List.of();
              }
            },
            null);
  }

  private void installCore() throws IOException, BundleException {
    try (Stream<Path> jars = Files.list(Path.of(System.getProperty("test.bundles")))) {
      for (Path jar : jars.sorted(Comparator.comparing(Path::toString)).toList()) {
        core.add(context().installBundle("reference:" + jar.toUri()));
      }
    }
    Path tested = Path.of(System.getProperty("test.bundle"));
    core.add(context().installBundle("reference:" + tested.toUri()));
  }

  BundleContext context() {
    return framework.getBundleContext();
  }

  /** Installs and starts a bundle, as one of the core or as a deployed one. */
  Bundle install(Path jar, boolean asCore) throws BundleException {
    Bundle bundle = context().installBundle(jar.toUri().toString());
    if (asCore) {
      core.add(bundle);
    }
    bundle.start();
    return bundle;
  }

  <T> T service(Class<T> type) throws InterruptedException {
    ServiceTracker<T, T> tracker = new ServiceTracker<>(context(), type, null);
    tracker.open();
    T service = tracker.waitForService(TimeUnit.SECONDS.toMillis(10));
    if (service == null) {
      throw new AssertionError("there is no service " + type.getName());
    }
    return service;
  }

  List<Map<String, String>> audit() {
    return audit;
  }

  @Override
  public void close() throws BundleException {
    framework.stop();
    try {
      framework.waitForStop(TimeUnit.SECONDS.toMillis(20));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while the framework stops", e);
    }
  }
}
