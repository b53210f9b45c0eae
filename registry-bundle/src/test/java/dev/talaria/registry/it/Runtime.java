package dev.talaria.registry.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.AuditLog;
import dev.talaria.admin.Deployment;
import dev.talaria.admin.Deployments;
import dev.talaria.admin.RegistryAdmin;
import dev.talaria.admin.RuntimeProperties;
import dev.talaria.admin.SessionSpec;
import dev.talaria.admin.SettingsStatus;
import dev.talaria.api.CallResult;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolSession;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;
import org.apache.felix.framework.FrameworkFactory;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.launch.Framework;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;

/** A framework with the registry as it is packed, and what its neighbours provide. */
final class Runtime implements AutoCloseable {
  /** On the class path of the tests, so that both sides see one class. */
  private static final List<String> SHARED =
      List.of(
          "dev.talaria.api;version=1.0.0",
          "dev.talaria.api.hook;version=1.0.0",
          "dev.talaria.admin;version=1.0.0",
          "org.osgi.service.cm;version=1.6.1",
          "org.slf4j;version=2.0.17",
          "org.slf4j.event;version=2.0.17",
          "org.slf4j.spi;version=2.0.17");

  final Framework framework;
  final BundleContext context;
  final Set<Bundle> core = ConcurrentHashMap.newKeySet();
  final ConcurrentLinkedQueue<Map<String, String>> audit = new ConcurrentLinkedQueue<>();
  private ServiceRegistration<SettingsStatus> settings;

  Runtime(Path storage) throws BundleException, IOException {
    Map<String, String> properties = new HashMap<>();
    properties.put(Constants.FRAMEWORK_STORAGE, storage.resolve("cache").toString());
    properties.put(Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, String.join(",", SHARED));
    properties.put(Constants.FRAMEWORK_BSNVERSION, Constants.FRAMEWORK_BSNVERSION_MULTIPLE);
    properties.put(RuntimeProperties.HOME, storage.toString());
    properties.put("felix.cm.dir", storage.resolve("cm").toString());
    framework = new FrameworkFactory().newFramework(properties);
    framework.start();
    context = framework.getBundleContext();
    Hashtable<String, Object> launcher = new Hashtable<>();
    launcher.put(RuntimeProperties.LAUNCHER_SERVICE, "core-bundles");
    context.registerService(Predicate.class, (Predicate<Bundle>) core::contains, launcher);
    context.registerService(AuditLog.class, new Trail(), null);
    settings = context.registerService(SettingsStatus.class, new Status(Set.of()), null);
    List<Bundle> bundles = new ArrayList<>();
    for (String artifact :
        List.of(
            "org.osgi.util.function-",
            "org.osgi.util.promise-",
            "org.osgi.service.component-",
            "jackson-annotations-",
            "jackson-core-",
            "jackson-databind-",
            "jackson-dataformat-yaml-",
            "snakeyaml-engine-",
            "itu-",
            "json-schema-validator-",
            "org.apache.felix.configadmin-",
            "org.apache.felix.scr-")) {
      bundles.add(context.installBundle("reference:" + onClassPath(artifact).toURI()));
    }
    for (Bundle bundle : bundles) {
      bundle.start();
    }
  }

  /** Plays the store of the configuration: from now on it says that these cannot be read. */
  void unreadable(String... pids) {
    settings.unregister();
    settings = context.registerService(SettingsStatus.class, new Status(Set.of(pids)), null);
  }

  /** Takes away who could say whether the configuration can be read. */
  void withoutSettingsStatus() {
    settings.unregister();
  }

  private record Status(Set<String> unreadable) implements SettingsStatus {
    @Override
    public boolean isUnreadable(String pid) {
      return unreadable.contains(pid);
    }

    @Override
    public Subscription onChange(Runnable action) {
      return () -> {};
    }
  }

  private final class Trail implements AuditLog {
    @Override
    public void record(String kind, Map<String, String> details) {
      Map<String, String> all = new HashMap<>(details);
      all.put("kind", kind);
      audit.add(all);
    }

    @Override
    public List<String> tail(int count) {
      return List.of();
    }
  }

  private static File onClassPath(String artifact) {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(File::new)
        .filter(file -> file.getName().startsWith(artifact) && file.isFile())
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(artifact + " is not on the class path"));
  }

  /** Starts the registry; core bundles are to be installed before. */
  Runtime startRegistry() throws BundleException {
    context.installBundle("file:" + System.getProperty("registry.jar")).start();
    await().until(() -> context.getServiceReference(RegistryAdmin.class) != null);
    return this;
  }

  /** As the launcher does it: the registry is one of its bundles and brings a tool of its own. */
  Runtime startRegistryAsCore() throws BundleException {
    core.add(context.installBundle("file:" + System.getProperty("registry.jar")));
    return startRegistry();
  }

  Bundle installCore(TestBundle bundle, String location) throws BundleException {
    Bundle installed = context.installBundle("core:" + location, bundle.build());
    core.add(installed);
    return installed;
  }

  Bundle install(TestBundle bundle, String location) throws BundleException {
    return context.installBundle(location, bundle.build());
  }

  /** Installs, admits, starts and promotes, as the deploy agent does it at a first install. */
  Bundle deploy(TestBundle bundle, String symbolicName, String id) throws BundleException {
    Bundle installed = install(bundle, "deploy:" + id);
    Deployment deployment = new Deployment(symbolicName, "1.0.0", id, 1, id + ".jar");
    try (var bracket = deployments().bracket(symbolicName)) {
      assertThat(bracket).isNotNull();
      deployments().admit(installed, deployment);
      installed.start();
      deployments().promote(deployment);
    }
    return installed;
  }

  <S> S service(Class<S> type) {
    ServiceReference<S> reference = context.getServiceReference(type);
    return context.getService(reference);
  }

  /** Returns a service as another bundle gets it. */
  <S> S serviceOf(Bundle bundle, Class<S> type) {
    BundleContext its = bundle.getBundleContext();
    return its.getService(its.getServiceReference(type));
  }

  <S> List<S> services(Class<S> type) throws InvalidSyntaxException {
    return context.getServiceReferences(type, null).stream().map(context::getService).toList();
  }

  /** Offers a service as a core bundle would. */
  <S> void offer(Class<S> type, S service) {
    context.registerService(type, service, null);
  }

  RegistryAdmin admin() {
    return service(RegistryAdmin.class);
  }

  Deployments deployments() {
    return service(Deployments.class);
  }

  ToolSession session() {
    return admin().openSession(SessionSpec.of("tester", "it", ToolFilter.ALL, List.of()));
  }

  CallResult call(String name, String json) {
    try (ToolSession session = session()) {
      return session.call(ToolCall.of(name, json));
    }
  }

  List<String> listed() {
    return admin().view().tools().stream().map(tool -> tool.name()).toList();
  }

  String owner(String name) {
    return admin().view().find(name).map(tool -> tool.owner()).orElse("nobody");
  }

  /** Deletes a factory's configuration, {@code FACTORY~NAME}. */
  void unconfigure(String pid) throws IOException {
    int at = pid.indexOf('~');
    service(ConfigurationAdmin.class)
        .getFactoryConfiguration(pid.substring(0, at), pid.substring(at + 1), "?")
        .delete();
  }

  /** Sets the configuration of a PID, {@code FACTORY~NAME} for a factory's. */
  void configure(String pid, Map<String, Object> values) throws IOException {
    ConfigurationAdmin configurations = service(ConfigurationAdmin.class);
    int at = pid.indexOf('~');
    Configuration configuration =
        at < 0
            ? configurations.getConfiguration(pid, "?")
            : configurations.getFactoryConfiguration(
                pid.substring(0, at), pid.substring(at + 1), "?");
    configuration.update(new Hashtable<>(Collections.unmodifiableMap(values)));
  }

  @Override
  public void close() throws BundleException {
    framework.stop();
    try {
      framework.waitForStop(20_000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
