package dev.talaria.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.AccessControl;
import dev.talaria.admin.AuditLog;
import dev.talaria.admin.ConnectedClients;
import dev.talaria.admin.DeployAgent;
import dev.talaria.admin.ReadinessCheck;
import dev.talaria.admin.RegistryAdmin;
import dev.talaria.admin.RuntimeProperties;
import dev.talaria.admin.Settings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.felix.framework.FrameworkFactory;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.Constants;
import org.osgi.framework.FrameworkEvent;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.ServiceRegistration;
import org.osgi.framework.launch.Framework;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The packed bundle in a Felix of its own, with a real HTTP server and fakes of the other parts.
 */
final class OpsRuntime implements AutoCloseable {
  static final String TOKEN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ";
  static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final String SHARED_PACKAGES =
      "dev.talaria.api;version=1.0.0,dev.talaria.admin;version=1.0.0,org.slf4j;version=2.0.17,"
          + "org.slf4j;version=1.7.36,org.slf4j.event;version=2.0.17,org.slf4j.helpers;version=2.0.17,"
          + "org.slf4j.spi;version=2.0.17";

  final Path home;
  final FakeRegistry registry = new FakeRegistry();
  final FakeDeployAgent deployAgent = new FakeDeployAgent();
  final FakeSettings settings = new FakeSettings();
  final List<ConnectedClients.Client> clients = new ArrayList<>();
  final JsonMapper json = new JsonMapper();
  final HttpClient http = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
  private final Framework framework;
  private final Map<String, ServiceRegistration<?>> services = new HashMap<>();
  private URI base;

  private OpsRuntime(Path folder, Map<String, String> properties) throws Exception {
    home = Files.createDirectories(folder.resolve("home"));
    Path distribution = Files.createDirectories(folder.resolve("distribution"));
    Path token = home.resolve("token");
    if (!Files.exists(token)) {
      Files.createFile(
          token,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(token, TOKEN + "\n");
    }
    Map<String, String> configuration = new HashMap<>();
    configuration.put(Constants.FRAMEWORK_STORAGE, folder.resolve("cache").toString());
    configuration.put(Constants.FRAMEWORK_STORAGE_CLEAN, "onFirstInit");
    configuration.put(Constants.FRAMEWORK_SYSTEMPACKAGES_EXTRA, SHARED_PACKAGES);
    configuration.put("org.osgi.service.http.port", "0");
    configuration.put(RuntimeProperties.HOST, "127.0.0.1");
    configuration.put(RuntimeProperties.HOME, home.toString());
    configuration.put(RuntimeProperties.DISTRIBUTION, distribution.toString());
    configuration.put(RuntimeProperties.VERSION, "0.1.0");
    configuration.putAll(properties);
    framework = new FrameworkFactory().newFramework(configuration);
  }

  /** Starts everything and waits until the runtime has announced itself. */
  static OpsRuntime start(Path folder, Map<String, String> properties) throws Exception {
    OpsRuntime runtime = begin(folder, properties);
    runtime.provideAll();
    runtime.awaitReady();
    return runtime;
  }

  /** Starts the bundles without any of the other parts. */
  static OpsRuntime begin(Path folder, Map<String, String> properties) throws Exception {
    OpsRuntime runtime = new OpsRuntime(folder, properties);
    runtime.startBundles();
    return runtime;
  }

  private void startBundles() throws Exception {
    framework.start();
    List<Path> jars = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("test.bundles")))) {
      files.sorted().forEach(jars::add);
    }
    jars.add(Path.of(System.getProperty("ops.bundle")));
    List<Bundle> bundles = new ArrayList<>();
    for (Path jar : jars) {
      bundles.add(framework.getBundleContext().installBundle("reference:" + jar.toUri()));
    }
    for (Bundle bundle : bundles) {
      bundle.start();
    }
    base =
        URI.create(
            await().atMost(PATIENCE).until(this::endpoint, Optional::isPresent).orElseThrow());
  }

  // All references: the test's class path has classes of the same name that the server's are not.
  private Optional<String> endpoint() throws InvalidSyntaxException {
    ServiceReference<?>[] references =
        framework
            .getBundleContext()
            .getAllServiceReferences("org.osgi.service.servlet.runtime.HttpServiceRuntime", null);
    return references == null
        ? Optional.empty()
        : Optional.of(((String[]) references[0].getProperty("osgi.http.endpoint"))[0]);
  }

  void provideAll() {
    provide(RegistryAdmin.class, registry);
    provide(DeployAgent.class, deployAgent);
    provide(Settings.class, settings);
    provide(ConnectedClients.class, () -> List.copyOf(clients));
    for (String part : List.of("registry", "config", "deploy", "mcp")) {
      provide(part, ReadinessCheck.class, check(part, Optional.empty()));
    }
  }

  <T> void provide(Class<T> type, T service) {
    provide(type.getName(), type, service);
  }

  <T> void provide(String key, Class<T> type, T service) {
    services.put(key, framework.getBundleContext().registerService(type, service, null));
  }

  void withdraw(String key) {
    services.remove(key).unregister();
  }

  static ReadinessCheck check(String part, Optional<String> problem) {
    return new ReadinessCheck() {
      @Override
      public String part() {
        return part;
      }

      @Override
      public Optional<String> problem() {
        return problem;
      }
    };
  }

  void awaitReady() {
    await().atMost(PATIENCE).until(() -> Files.exists(home.resolve("data/runtime.json")));
  }

  AuditLog audit() {
    return service(AuditLog.class);
  }

  AccessControl accessControl() {
    return service(AccessControl.class);
  }

  private <T> T service(Class<T> type) {
    return framework
        .getBundleContext()
        .getService(framework.getBundleContext().getServiceReference(type));
  }

  Framework framework() {
    return framework;
  }

  int port() {
    return base.getPort();
  }

  HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(base.resolve(path))
        .timeout(PATIENCE)
        .header("Authorization", "Bearer " + TOKEN);
  }

  HttpResponse<String> get(String path) throws Exception {
    return send(request(path).GET().build());
  }

  HttpResponse<String> delete(String path) throws Exception {
    return send(request(path).DELETE().build());
  }

  HttpResponse<String> post(String path, String body) throws Exception {
    return send(postRequest(path, body));
  }

  HttpRequest postRequest(String path, String body) {
    return request(path)
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
  }

  HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return http.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
  }

  CompletableFuture<HttpResponse<String>> sendAsync(HttpRequest request) {
    return http.sendAsync(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
  }

  JsonNode json(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    return json.readTree(response.body());
  }

  @Override
  public void close() {
    try {
      framework.stop();
      assertThat(framework.waitForStop(PATIENCE.toMillis()).getType())
          .isNotEqualTo(FrameworkEvent.WAIT_TIMEDOUT);
    } catch (BundleException | InterruptedException e) {
      throw new AssertionError("The framework does not stop.", e);
    }
  }
}
