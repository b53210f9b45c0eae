package dev.talaria.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.AuditLog;
import dev.talaria.admin.DeployAgent;
import dev.talaria.admin.DeployAgent.DeployedFile;
import dev.talaria.admin.DeployAgent.Outcome;
import dev.talaria.admin.Deployments;
import dev.talaria.admin.ReadinessCheck;
import dev.talaria.admin.RuntimeProperties;
import dev.talaria.admin.SettingsStatus;
import dev.talaria.api.Subscription;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Dictionary;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.hooks.bundle.CollisionHook;
import org.osgi.framework.launch.Framework;
import org.osgi.framework.launch.FrameworkFactory;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.util.tracker.ServiceTracker;

/**
 * A framework with component runtime, Config Admin and the built bundle of the agent; the test
 * takes the places of the launcher, the registry and the audit trail.
 */
final class DeployRuntime {
  static final Duration LIMIT = Duration.ofSeconds(20);

  final RecordingDeployments deployments = new RecordingDeployments();
  final List<String> audit = new CopyOnWriteArrayList<>();
  final Path folder;
  private final Path home;
  private final Framework framework;
  private final DeployAgent agent;

  DeployRuntime(Path home) throws Exception {
    this.home = home;
    this.folder = home.resolve("deploy");
    Map<String, String> properties = new HashMap<>();
    properties.put(Constants.FRAMEWORK_STORAGE, home.resolve("data/framework").toString());
    properties.put(
        Constants.FRAMEWORK_STORAGE_CLEAN, Constants.FRAMEWORK_STORAGE_CLEAN_ONFIRSTINIT);
    properties.put(Constants.FRAMEWORK_BSNVERSION, Constants.FRAMEWORK_BSNVERSION_MANAGED);
    properties.put(
        Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA,
        "dev.talaria.api;version=1.0.0,dev.talaria.admin;version=1.0.0,org.slf4j;version=1.7.36,org.slf4j;version=2.0.17,"
            + "org.osgi.service.cm;version=1.6.0");
    properties.put(RuntimeProperties.HOME, home.toString());
    framework =
        ServiceLoader.load(FrameworkFactory.class)
            .findFirst()
            .orElseThrow()
            .newFramework(properties);
    framework.init();
    BundleContext context = framework.getBundleContext();
    Set<Bundle> core = install(context);
    register(
        CollisionHook.class,
        (type, target, collisions) -> collisions.removeIf(b -> !core.contains(b)));
    Dictionary<String, Object> launcher = new Hashtable<>();
    launcher.put(RuntimeProperties.LAUNCHER_SERVICE, "core-bundles");
    Predicate<Bundle> isCore = core::contains;
    context.registerService(Predicate.class, isCore, launcher);
    register(Deployments.class, deployments);
    register(AuditLog.class, new RecordingAudit());
    register(SettingsStatus.class, new NoProblems());
    for (Bundle bundle : core) {
      bundle.start();
    }
    framework.start();
    agent = service(DeployAgent.class);
  }

  private <S> void register(Class<S> type, S service) {
    framework.getBundleContext().registerService(type, service, null);
  }

  private static Set<Bundle> install(BundleContext context) throws Exception {
    List<Path> jars = new ArrayList<>();
    try (DirectoryStream<Path> found =
        Files.newDirectoryStream(Path.of(System.getProperty("it.bundles")), "*.jar")) {
      found.forEach(jars::add);
    }
    jars.add(Path.of(System.getProperty("it.bundle")));
    Set<Bundle> bundles = new LinkedHashSet<>();
    for (Path jar : jars) {
      bundles.add(context.installBundle("reference:" + jar.toUri()));
    }
    return bundles;
  }

  /** Writes a file as {@code mv} does: it is there whole. */
  void drop(String name, TestBundle bundle) throws IOException {
    Path temporary = home.resolve(name + ".outside");
    Files.write(temporary, bundle.bytes());
    Files.move(
        temporary,
        folder.resolve(name),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  DeployAgent agent() {
    return agent;
  }

  <S> S service(Class<S> type) {
    // Left open: what a service factory gave is gone once it is given back.
    ServiceTracker<S, S> tracker = new ServiceTracker<>(framework.getBundleContext(), type, null);
    tracker.open();
    try {
      return tracker.waitForService(LIMIT.toMillis());
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns what a part of the runtime says about itself. */
  Optional<String> problem(String part) throws InvalidSyntaxException {
    for (ServiceReference<ReadinessCheck> reference :
        framework.getBundleContext().getServiceReferences(ReadinessCheck.class, null)) {
      ReadinessCheck check = framework.getBundleContext().getService(reference);
      if (check.part().equals(part)) {
        return check.problem();
      }
    }
    throw new AssertionError("no part " + part);
  }

  boolean isReady() throws Exception {
    for (ServiceReference<ReadinessCheck> reference :
        framework.getBundleContext().getServiceReferences(ReadinessCheck.class, null)) {
      ReadinessCheck check = framework.getBundleContext().getService(reference);
      if (check.part().equals("deploy")) {
        return check.problem().isEmpty();
      }
    }
    return false;
  }

  Optional<DeployedFile> file(String name) {
    return agent().files().stream().filter(file -> file.file().equals(name)).findFirst();
  }

  DeployedFile awaitOutcome(String name, Outcome outcome) {
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(10))
        .untilAsserted(
            () ->
                assertThat(file(name))
                    .as(() -> "files " + agent().files())
                    .map(DeployedFile::outcome)
                    .contains(outcome));
    return file(name).orElseThrow();
  }

  DeployedFile awaitOutcome(String name, Outcome outcome, String version) {
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(10))
        .untilAsserted(
            () ->
                assertThat(file(name))
                    .as(() -> "files " + agent().files())
                    .hasValueSatisfying(
                        file -> {
                          assertThat(file.outcome()).isEqualTo(outcome);
                          assertThat(file.version()).isEqualTo(version);
                        }));
    return file(name).orElseThrow();
  }

  /** The versions of a bundle whose activator ran and which still run. */
  List<String> running(String symbolicName) {
    try {
      List<String> versions = new ArrayList<>();
      for (ServiceReference<Runnable> mark :
          framework
              .getBundleContext()
              .getServiceReferences(Runnable.class, "(mark=" + symbolicName + ")")) {
        versions.add((String) mark.getProperty("version"));
      }
      return versions;
    } catch (InvalidSyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  void awaitRunning(String symbolicName, String... versions) {
    await()
        .atMost(LIMIT)
        .pollInterval(Duration.ofMillis(10))
        .untilAsserted(() -> assertThat(running(symbolicName)).containsExactly(versions));
  }

  List<Bundle> bundles(String symbolicName) {
    List<Bundle> bundles = new ArrayList<>();
    for (Bundle bundle : framework.getBundleContext().getBundles()) {
      if (symbolicName.equals(bundle.getSymbolicName())) {
        bundles.add(bundle);
      }
    }
    return bundles;
  }

  /** Sets a configuration as an operator would; no keys: deletes it. */
  void configure(String pid, Map<String, Object> values) throws IOException {
    ConfigurationAdmin admin = service(ConfigurationAdmin.class);
    int tilde = pid.indexOf('~');
    Configuration configuration =
        tilde < 0
            ? admin.getConfiguration(pid, "?")
            : admin.getFactoryConfiguration(pid.substring(0, tilde), pid.substring(tilde + 1), "?");
    if (values.isEmpty()) {
      configuration.delete();
    } else {
      configuration.update(new Hashtable<>(values));
    }
  }

  /** Configures the agent and waits until it knows. */
  void configureAgent(Map<String, Object> values) throws IOException {
    configure("dev.talaria.deploy", values);
    await()
        .atMost(LIMIT)
        .untilAsserted(
            () ->
                assertThat(
                        context()
                            .getServiceReference(DeployAgent.class)
                            .getProperties()
                            .get("start_timeout"))
                    .isEqualTo(values.getOrDefault("start_timeout", "10s")));
  }

  BundleContext context() {
    return framework.getBundleContext();
  }

  void close() throws Exception {
    framework.stop();
    framework.waitForStop(LIMIT.toMillis());
    assertThat(deployments.faults).isEmpty();
  }

  private final class RecordingAudit implements AuditLog {
    @Override
    public void record(String kind, Map<String, String> details) {
      audit.add(
          kind
              + " "
              + details.getOrDefault("bundle", "")
              + " "
              + details.getOrDefault("version", ""));
    }

    @Override
    public List<String> tail(int count) {
      return audit;
    }
  }

  private static final class NoProblems implements SettingsStatus {
    @Override
    public boolean isUnreadable(String pid) {
      return false;
    }

    @Override
    public Set<String> unreadable() {
      return Set.of();
    }

    @Override
    public Subscription onChange(Runnable action) {
      return () -> {};
    }
  }
}
