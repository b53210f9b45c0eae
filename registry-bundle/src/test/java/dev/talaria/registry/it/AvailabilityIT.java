package dev.talaria.registry.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.Deployment;
import dev.talaria.admin.ProbedTool;
import dev.talaria.admin.ToolRow;
import dev.talaria.api.Availability;
import dev.talaria.api.AvailabilityProbe;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.DefinitionOverlay;
import dev.talaria.api.ToolChange;
import dev.talaria.api.ToolDeclaration;
import dev.talaria.api.ToolInfo;
import dev.talaria.api.ToolRegistration;
import dev.talaria.api.ToolRegistry;
import dev.talaria.api.ToolSession;
import dev.talaria.api.ToolState;
import dev.talaria.registry.it.bundles.Greeter;
import dev.talaria.registry.it.bundles.LimitOverlay;
import dev.talaria.registry.it.bundles.MoodProbe;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.framework.wiring.FrameworkWiring;

/** Probes and overlays of bundles in a framework, with times short enough to wait for. */
@Timeout(120)
class AvailabilityIT {
  private static final String PLUGIN = "com.example.probed";

  @TempDir Path home;
  private Runtime runtime;

  @BeforeEach
  void start() throws Exception {
    Awaitility.setDefaultPollInterval(Duration.ofMillis(5));
    Awaitility.setDefaultPollDelay(Duration.ZERO);
    Awaitility.setDefaultTimeout(Duration.ofSeconds(20));
    System.clearProperty("it.probe");
    System.clearProperty("it.probe.asked");
    System.clearProperty("it.limit");
    runtime = new Runtime(home);
    runtime
        .installCore(
            new TestBundle("dev.talaria.terminal", "1.0.0")
                .tool("terminal", "terminal", false, Greeter.class),
            "terminal")
        .start();
    runtime.configure(
        "dev.talaria.registry",
        Map.of("probe_ttl", "100ms", "probe_grace", "150ms", "probe_timeout", "400ms"));
    runtime.startRegistry();
  }

  @AfterEach
  void stop() throws Exception {
    runtime.close();
  }

  private static TestBundle probed(String version) {
    return new TestBundle(PLUGIN, version)
        .accompanied("probed", "mood", "", Greeter.class)
        .accompanied("sibling", "mood", "", Greeter.class)
        .tool("free", "free", false, Greeter.class)
        .companion(AvailabilityProbe.class, "probe.name", "mood", MoodProbe.class);
  }

  private void deploy() throws Exception {
    runtime.deploy(probed("1.0.0"), PLUGIN, "d1");
  }

  private ToolRow row(String name) {
    return runtime.admin().rows().stream()
        .filter(row -> row.info().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static int asked() {
    return Integer.getInteger("it.probe.asked", 0);
  }

  @Test
  @DisplayName("R6 a tool whose check is false is absent; siblings remain")
  void absent() throws Exception {
    System.setProperty("it.probe", "ill");
    deploy();
    await().until(() -> row("probed").reason().contains("run 'thing login'"));
    assertThat(runtime.listed()).containsExactly("free", "terminal");
    assertThat(row("probed").info().state()).isEqualTo(ToolState.UNAVAILABLE);
    CallResult refused = runtime.call("probed", "{}");
    assertThat(refused.failure()).contains(Failure.UNAVAILABLE);
    assertThat(refused.content().toString()).contains("run 'thing login'");
    assertThat(runtime.admin().explain("probed").orElseThrow().verdict())
        .contains("is the tool of the plugin", "It is unavailable: no login");
  }

  @Test
  @DisplayName("R7 a check shared by several tools is asked once for all of them")
  void shared() throws Exception {
    Queue<String> added = new ConcurrentLinkedQueue<>();
    // Told, not read: a reader would have it asked again soon with these times.
    runtime.admin().subscribe(change -> added.addAll(change.added()));
    deploy();
    await().until(() -> added.containsAll(List.of("probed", "sibling")));
    assertThat(asked()).isEqualTo(1);
  }

  @Test
  @DisplayName("R8 a check that throws or returns null makes its tools absent, nobody fails")
  void throwing() throws Exception {
    System.setProperty("it.probe", "throw");
    deploy();
    await().until(() -> row("probed").reason().contains("StackOverflowError"));
    System.setProperty("it.probe", "null");
    await().until(() -> row("probed").reason().contains("returned null"));
    assertThat(runtime.admin().toolsets())
        .filteredOn(toolset -> toolset.name().equals("probed"))
        .singleElement()
        .satisfies(toolset -> assertThat(toolset.available()).isZero());
  }

  @Test
  @DisplayName("A verdict that changes moves the epoch, not the generation, and is notified")
  void notified() throws Exception {
    System.setProperty("it.probe", "ill");
    deploy();
    await().until(() -> row("probed").reason().contains("thing login"));
    Queue<ToolChange> changes = new ConcurrentLinkedQueue<>();
    try (ToolSession session = runtime.session()) {
      session.subscribe(changes::add);
      long generation = session.view().generation();
      long epoch = session.view().epoch();
      System.setProperty("it.probe", "well");
      // Nobody reads from here on.
      await().until(() -> !changes.isEmpty());
      assertThat(changes)
          .containsExactly(
              new ToolChange(generation, List.of("probed", "sibling"), List.of(), List.of()));
      assertThat(session.view().generation()).isEqualTo(generation);
      assertThat(session.view().epoch()).isGreaterThan(epoch);
      System.setProperty("it.probe", "ill");
      await()
          .untilAsserted(
              () -> {
                assertThat(session.view().find("probed")).isEmpty();
                assertThat(changes)
                    .last()
                    .isEqualTo(
                        new ToolChange(
                            generation, List.of(), List.of("probed", "sibling"), List.of()));
              });
    }
    await()
        .untilAsserted(
            () ->
                assertThat(runtime.audit)
                    .filteredOn(event -> "tool.availability".equals(event.get("kind")))
                    .filteredOn(event -> "probed".equals(event.get("tool")))
                    .extracting(event -> event.get("state"))
                    .containsExactly("UNAVAILABLE", "AVAILABLE", "UNAVAILABLE"));
  }

  @Test
  void withoutReadersAndListenersNothingIsAsked() throws Exception {
    System.setProperty("it.probe", "ill");
    deploy();
    await().until(() -> asked() == 1);
    await().during(Duration.ofMillis(500)).untilAsserted(() -> assertThat(asked()).isEqualTo(1));
  }

  @Test
  @DisplayName("R32 an operator has it asked now: what it said before is forgotten")
  void askedNow() throws Exception {
    runtime.configure("dev.talaria.registry", Map.of("probe_ttl", "1h", "probe_grace", "1h"));
    deploy();
    await().until(() -> runtime.listed().contains("probed"));
    System.setProperty("it.probe", "ill");
    List<ProbedTool> tools =
        runtime.admin().probe(Set.of("probed")).toCompletableFuture().get(20, TimeUnit.SECONDS);
    assertThat(tools)
        .containsExactly(
            new ProbedTool(
                "probed",
                true,
                ToolState.UNAVAILABLE,
                "no login: run 'thing login' (its probe mood)"));
    assertThat(runtime.listed()).doesNotContain("probed", "sibling");
    System.setProperty("it.probe", "well");
    assertThat(runtime.admin().probe(Set.of()).toCompletableFuture().get(20, TimeUnit.SECONDS))
        .extracting(ProbedTool::name, ProbedTool::state)
        .containsExactly(tuple("probed", ToolState.ACTIVE), tuple("sibling", ToolState.ACTIVE));
    assertThat(
            runtime
                .admin()
                .probe(Set.of("free", "no"))
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS))
        .containsExactly(new ProbedTool("free", false, ToolState.ACTIVE, ""));
  }

  @Test
  void aProbeThatHangsDelaysNothing() throws Exception {
    System.setProperty("it.probe", "hang");
    deploy();
    assertThat(runtime.listed()).containsExactly("free", "terminal");
    assertThat(runtime.call("free", "{}").failure()).isEmpty();
    await().until(() -> row("probed").reason().contains("took longer than 400 ms"));
    await()
        .until(() -> row("probed").reason().contains("has not returned from an earlier attempt"));
    assertThat(asked()).as("it is not entered again").isEqualTo(1);
    assertThat(
            Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("talaria-probe-" + PLUGIN)))
        .hasSize(1);
    long began = System.nanoTime();
    runtime.framework.stop();
    runtime.framework.waitForStop(20_000);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void aProbeMayListAndCallTools() throws Exception {
    System.setProperty("it.probe", "call");
    deploy();
    await().until(() -> runtime.listed().contains("probed"));
  }

  @Test
  void aProbeThatNobodyOffersIsSaidToBeMissing() throws Exception {
    runtime.deploy(
        new TestBundle(PLUGIN, "1.0.0").accompanied("probed", "mood", "", Greeter.class),
        PLUGIN,
        "d1");
    assertThat(row("probed").reason()).contains("has not answered yet");
    await()
        .until(
            () ->
                row("probed")
                    .reason()
                    .contains("its probe mood is not offered by the bundle " + PLUGIN));
  }

  @Test
  @DisplayName("An update in place keeps its tools listed; the new probe decides about them")
  void update() throws Exception {
    deploy();
    await().until(() -> runtime.listed().contains("probed"));
    Queue<ToolChange> changes = new ConcurrentLinkedQueue<>();
    runtime.admin().subscribe(changes::add);
    Bundle old =
        List.of(runtime.context.getBundles()).stream()
            .filter(bundle -> PLUGIN.equals(bundle.getSymbolicName()))
            .findFirst()
            .orElseThrow();
    Deployment next = new Deployment(PLUGIN, "2.0.0", "d2", 1, "d2.jar");
    try (var bracket = runtime.deployments().bracket(PLUGIN)) {
      assertThat(bracket).isNotNull();
      old.stop();
      runtime.deployments().dismiss(old);
      old.uninstall();
      Bundle fresh = runtime.install(probed("2.0.0"), "deploy:d2");
      runtime.deployments().admit(fresh, next);
      fresh.start();
      runtime.deployments().promote(next);
    }
    assertThat(runtime.listed()).contains("probed", "sibling");
    await().until(() -> asked() >= 2);
    await().until(() -> !changes.isEmpty());
    assertThat(changes).allSatisfy(change -> assertThat(change.removed()).isEmpty());
    System.setProperty("it.probe", "ill");
    await().until(() -> !runtime.listed().contains("probed"));
  }

  @Test
  @DisplayName("Nothing of an uninstalled bundle is kept: not its probe, not its loader")
  void uninstalled() throws Exception {
    WeakReference<ClassLoader> loader = comeAndGo();
    await()
        .untilAsserted(
            () -> {
              System.gc();
              assertThat(loader.get()).isNull();
            });
  }

  private WeakReference<ClassLoader> comeAndGo() throws Exception {
    Bundle bundle = runtime.deploy(probed("1.0.0"), PLUGIN, "d1");
    await().until(() -> runtime.listed().contains("probed"));
    assertThat(runtime.call("probed", "{}").failure()).isEmpty();
    WeakReference<ClassLoader> loader =
        new WeakReference<>(bundle.adapt(BundleWiring.class).getClassLoader());
    runtime.deployments().dismiss(bundle);
    bundle.stop();
    bundle.uninstall();
    runtime.framework.adapt(FrameworkWiring.class).refreshBundles(List.of(bundle));
    await().until(() -> !runtime.listed().contains("probed"));
    return loader;
  }

  @Test
  @DisplayName("R33 what an overlay says is shown, and what it says later too")
  void overlay() throws Exception {
    // Asked by the runtime after the lifetime, not at each reading, so that no reader waits.
    runtime.deploy(
        new TestBundle(PLUGIN, "1.0.0")
            .accompanied("limited", "", "limit", Greeter.class)
            .companion(DefinitionOverlay.class, "overlay.name", "limit", LimitOverlay.class),
        PLUGIN,
        "d1");
    await().until(() -> shown("limited").description().equals("At most 3 at once."));
    assertThat(shown("limited").inputSchema()).contains("\"maxLength\":3", "\"type\":\"object\"");
    assertThat(runtime.call("limited", "{\"name\":\"longer\"}").failure())
        .as("arguments are held against the declared schema")
        .isEmpty();
    Queue<ToolChange> changes = new ConcurrentLinkedQueue<>();
    runtime.admin().subscribe(changes::add);
    System.setProperty("it.limit", "4");
    await().until(() -> shown("limited").description().equals("At most 4 at once."));
    await().until(() -> !changes.isEmpty());
    assertThat(changes)
        .singleElement()
        .satisfies(change -> assertThat(change.changed()).containsExactly("limited"));
    System.setProperty("it.limit", "throw");
    await().until(() -> shown("limited").description().equals("Test tool"));
  }

  private ToolInfo shown(String name) {
    return runtime.admin().view().find(name).orElseThrow();
  }

  @Test
  @DisplayName("An overlay is asked again when its configuration changes, without a reader")
  void overlayReconfigured() throws Exception {
    runtime.configure("dev.talaria.registry", Map.of("probe_ttl", "1h"));
    runtime.deploy(
        new TestBundle(PLUGIN, "1.0.0")
            .accompanied("limited", "", "limit", Greeter.class)
            .companion(DefinitionOverlay.class, "overlay.name", "limit", LimitOverlay.class),
        PLUGIN,
        "d1");
    await().until(() -> shown("limited").description().equals("At most 3 at once."));
    System.setProperty("it.limit", "5");
    runtime.configure("it.limit", Map.of("any", "value"));
    await().until(() -> shown("limited").description().equals("At most 5 at once."));
  }

  @Test
  @DisplayName("Tools registered with one probe object share its verdict; nothing is retained")
  void registered() throws Exception {
    Bundle dynamic =
        runtime.installCore(new TestBundle("dev.talaria.dynamic", "1.0.0").dynamic("dyn_"), "dyn");
    dynamic.start();
    ToolRegistry registry =
        dynamic
            .getBundleContext()
            .getService(dynamic.getBundleContext().getServiceReference(ToolRegistry.class));
    WeakReference<AvailabilityProbe> weak = shareAndClose(registry);
    assertThat(runtime.listed()).containsExactly("terminal");
    await()
        .untilAsserted(
            () -> {
              System.gc();
              assertThat(weak.get()).isNull();
            });
  }

  private WeakReference<AvailabilityProbe> shareAndClose(ToolRegistry registry) {
    AtomicBoolean works = new AtomicBoolean();
    AvailabilityProbe probe =
        () -> works.get() ? Availability.AVAILABLE : Availability.unavailable("not yet");
    ToolRegistration one = register(registry, "dyn_one", probe);
    ToolRegistration two = register(registry, "dyn_two", probe);
    await().until(() -> one.outcome().reason().contains("not yet"));
    assertThat(two.outcome().state()).isEqualTo(ToolState.UNAVAILABLE);
    works.set(true);
    await().until(() -> runtime.listed().containsAll(List.of("dyn_one", "dyn_two")));
    one.close();
    two.close();
    return new WeakReference<>(probe);
  }

  private static ToolRegistration register(
      ToolRegistry registry, String name, AvailabilityProbe probe) {
    return registry.register(
        ToolDeclaration.named(name, "dyn").description("d").probe(probe).build(),
        (arguments, context) -> "ok",
        Map.class);
  }
}
