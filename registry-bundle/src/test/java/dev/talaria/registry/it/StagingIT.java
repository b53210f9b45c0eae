package dev.talaria.registry.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.Deployment;
import dev.talaria.admin.Staging;
import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolChange;
import dev.talaria.registry.it.bundles.Broken;
import dev.talaria.registry.it.bundles.Greeter;
import dev.talaria.registry.it.bundles.Lingering;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

/** A new version beside the old one: looked at, promoted in one step, the old one let go. */
@Timeout(120)
class StagingIT {
  private static final String PLUGIN = "com.example.greeter";

  @TempDir Path home;
  private Runtime runtime;

  @BeforeEach
  void start() throws Exception {
    System.clearProperty("it.greeter.made");
    System.clearProperty("it.broken.mended");
    System.clearProperty("it.lingering.entered");
    runtime = new Runtime(home);
    runtime
        .installCore(
            new TestBundle("dev.talaria.terminal", "1.0.0")
                .tool("terminal", "terminal", false, Greeter.class),
            "terminal")
        .start();
    runtime.startRegistry();
  }

  @AfterEach
  void stop() throws Exception {
    runtime.close();
  }

  private static TestBundle plugin(String version) {
    return new TestBundle(PLUGIN, version);
  }

  private static Deployment deployment(String version) {
    return new Deployment(PLUGIN, version, "id-" + version, 1, "greeter.jar");
  }

  /** Installs and starts beside what runs, as the deploy agent does. */
  private Bundle launch(TestBundle bundle, String version) throws Exception {
    Bundle next = runtime.install(bundle, "deploy:" + version);
    runtime.deployments().admit(next, deployment(version));
    next.start();
    return next;
  }

  private void discard(Bundle bundle) throws Exception {
    bundle.stop();
    runtime.deployments().dismiss(bundle);
    bundle.uninstall();
  }

  @Test
  void stagingMakesTheToolsAndPromotionMovesAllNamesInOneChange() throws Exception {
    Bundle old =
        runtime.deploy(
            plugin("1.0.0")
                .tool("greet", "x", false, Greeter.class)
                .tool("linger", "x", false, Lingering.class),
            PLUGIN,
            "id-1.0.0");
    Queue<ToolChange> changes = new ConcurrentLinkedQueue<>();
    Subscription listening = runtime.admin().subscribe(changes::add);
    CallHandle inFlight = runtime.session().start(ToolCall.of("linger", "{\"name\":\"x\"}"));
    await().until(() -> System.getProperty("it.lingering.entered") != null);
    System.clearProperty("it.greeter.made");

    launch(
        plugin("2.0.0")
            .tool("greet", "x", false, Greeter.class)
            .tool("linger", "x", false, Lingering.class),
        "2.0.0");
    assertThat(System.getProperty("it.greeter.made")).isNull();
    Staging staging = runtime.deployments().stage(old.getBundleContext().getBundle("deploy:2.0.0"));

    assertThat(staging).isEqualTo(new Staging(List.of(), List.of(), List.of()));
    assertThat(System.getProperty("it.greeter.made")).isEqualTo("yes");
    assertThat(runtime.call("greet", "{}").text()).contains("1.0.0");

    runtime.deployments().promote(deployment("2.0.0"));
    CompletionStage<Void> back = runtime.deployments().retire(old);

    assertThat(runtime.call("greet", "{}").text()).contains("2.0.0");
    assertThat(back.toCompletableFuture()).isNotDone();
    assertThat(inFlight.result().toCompletableFuture().get(20, TimeUnit.SECONDS).text())
        .isEqualTo("done");
    back.toCompletableFuture().get(20, TimeUnit.SECONDS);
    discard(old);
    await().untilAsserted(() -> assertThat(changes).hasSize(1));
    assertThat(changes.element().changed()).containsExactly("greet", "linger");
    assertThat(runtime.call("linger", "{\"name\":\"x\"}").text()).isEqualTo("done");
    assertThat(changes).hasSize(1);
    listening.close();
  }

  @Test
  void aConstructorThatThrowsShowsBeforeAnythingMoves() throws Exception {
    runtime.deploy(plugin("1.0.0").tool("greet", "x", false, Greeter.class), PLUGIN, "id-1.0.0");
    Bundle next = launch(plugin("2.0.0").tool("greet", "x", false, Broken.class), "2.0.0");

    Staging staging = runtime.deployments().stage(next);

    assertThat(staging.isComplete()).isFalse();
    assertThat(staging.problems())
        .singleElement()
        .asString()
        .startsWith("the tool greet cannot be made: its component could not be created");
    discard(next);
    assertThat(runtime.call("greet", "{}").text()).contains("1.0.0");
  }

  @Test
  void stagingLooksIntoABracketAsWell() throws Exception {
    Bundle old =
        runtime.deploy(
            plugin("1.0.0").tool("greet", "x", false, Greeter.class), PLUGIN, "id-1.0.0");
    try (Subscription bracket = runtime.deployments().bracket(PLUGIN)) {
      assertThat(bracket).isNotNull();
      runtime.deployments().drain(old);
      old.stop();
      Bundle broken = launch(plugin("2.0.0").tool("greet", "x", false, Broken.class), "2.0.0");
      assertThat(runtime.deployments().stage(broken).problems())
          .singleElement()
          .asString()
          .startsWith("the tool greet cannot be made");
      discard(broken);
      Bundle next = launch(plugin("3.0.0").tool("greet", "x", false, Greeter.class), "3.0.0");
      assertThat(runtime.deployments().stage(next))
          .isEqualTo(new Staging(List.of(), List.of(), List.of()));
      runtime.deployments().promote(deployment("3.0.0"));
      discard(old);
    }
    assertThat(runtime.call("greet", "{}").text()).contains("3.0.0");
  }

  @Test
  void whatTheStoppedVersionServedHasToComeInABracketAsWell() throws Exception {
    Bundle old =
        runtime.deploy(
            plugin("1.0.0")
                .tool("greet", "x", false, Greeter.class)
                .tool("other", "x", false, Greeter.class),
            PLUGIN,
            "id-1.0.0");
    try (Subscription bracket = runtime.deployments().bracket(PLUGIN)) {
      assertThat(bracket).isNotNull();
      runtime.deployments().drain(old);
      old.stop();
      runtime.deployments().dismiss(old);
      Bundle next =
          launch(
              plugin("2.0.0")
                  .capability("greet", "x", false, Greeter.class)
                  .document("greet", "x", false)
                  .tool("brand_new", "x", false, Greeter.class),
              "2.0.0");

      Staging staging = runtime.deployments().stage(next);

      assertThat(staging.missing()).containsExactly("greet");
      assertThat(staging.leaving()).containsExactly("other");
      discard(next);
    }
  }

  @Test
  void whatTheManifestNoLongerDeclaresLeavesAndWhatItDeclaresHasToCome() throws Exception {
    runtime.deploy(
        plugin("1.0.0")
            .tool("greet", "x", false, Greeter.class)
            .tool("other", "x", false, Greeter.class),
        PLUGIN,
        "id-1.0.0");
    Bundle next =
        launch(
            plugin("2.0.0")
                .capability("greet", "x", false, Greeter.class)
                .document("greet", "x", false)
                .tool("brand_new", "x", false, Greeter.class),
            "2.0.0");

    Staging staging = runtime.deployments().stage(next);

    assertThat(staging.missing()).containsExactly("greet");
    assertThat(staging.leaving()).containsExactly("other");
    assertThat(staging.problems()).isEmpty();
    assertThat(staging.isComplete()).isFalse();
  }

  @Test
  void aToolThatWouldLoseItsPlaceIsAProblem() throws Exception {
    runtime.configure("dev.talaria.registry", Map.of("allow_tool_override", "true"));
    runtime.deploy(plugin("1.0.0").tool("terminal", "x", true, Greeter.class), PLUGIN, "id-1.0.0");
    await().untilAsserted(() -> assertThat(runtime.owner("terminal")).isEqualTo(PLUGIN));
    Bundle next = launch(plugin("2.0.0").tool("terminal", "x", false, Greeter.class), "2.0.0");

    Staging staging = runtime.deployments().stage(next);

    assertThat(staging.problems())
        .singleElement()
        .asString()
        .startsWith("the tool terminal would no longer stand: the name is taken");
    discard(next);
    assertThat(runtime.owner("terminal")).isEqualTo(PLUGIN);
  }

  /** Whenever the policy changes, an update ends as if it had changed before or after it. */
  @Test
  void aPolicyThatFlipsDuringUpdatesFailsNoneOfThem() throws Exception {
    runtime.configure("dev.talaria.registry", Map.of("allow_tool_override", "true"));
    Bundle old =
        runtime.deploy(
            plugin("1.0.0").tool("terminal", "x", true, Greeter.class), PLUGIN, "id-1.0.0");
    AtomicBoolean over = new AtomicBoolean();
    List<Map<String, Object>> policies =
        List.of(
            Map.of("allow_tool_override", "false"),
            Map.of("allow_tool_override", "true", "override_tools", "terminal"),
            Map.of("allow_tool_override", "true", "override_tools", "other"),
            Map.of("enabled", "false"),
            Map.of("enabled", "true"));
    CompletableFuture<Void> flipping =
        CompletableFuture.runAsync(
            () -> {
              for (int i = 0; !over.get(); i++) {
                try {
                  runtime.configure(
                      "dev.talaria.plugin~" + PLUGIN, policies.get(i % policies.size()));
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              }
            });
    try {
      for (int i = 2; i < 40; i++) {
        String version = i + ".0.0";
        Bundle next = launch(plugin(version).tool("terminal", "x", true, Greeter.class), version);
        for (int look = 0; look < 50; look++) {
          assertThat(runtime.deployments().stage(next))
              .isEqualTo(new Staging(List.of(), List.of(), List.of()));
        }
        runtime.deployments().promote(deployment(version));
        runtime.deployments().retire(old).toCompletableFuture().get(20, TimeUnit.SECONDS);
        discard(old);
        old = next;
      }
    } finally {
      over.set(true);
      flipping.get(20, TimeUnit.SECONDS);
    }

    runtime.configure("dev.talaria.plugin~" + PLUGIN, Map.of("allow_tool_override", "false"));
    await()
        .untilAsserted(
            () -> assertThat(runtime.owner("terminal")).isEqualTo("dev.talaria.terminal"));
    runtime.configure(
        "dev.talaria.plugin~" + PLUGIN,
        Map.of("allow_tool_override", "true", "override_tools", "terminal"));
    await().untilAsserted(() -> assertThat(runtime.owner("terminal")).isEqualTo(PLUGIN));
    assertThat(runtime.call("terminal", "{}").text()).contains("39.0.0");
  }

  @Test
  void aToolThatNeverReturnsIsNotWaitedForForEver() throws Exception {
    runtime.configure("dev.talaria.registry", Map.of("drain_timeout", "200ms"));
    Bundle old =
        runtime.deploy(
            plugin("1.0.0").tool("linger", "x", false, Lingering.class), PLUGIN, "id-1.0.0");
    CallHandle call = runtime.session().start(ToolCall.of("linger", "{\"name\":\"x\"}"));
    await().until(() -> System.getProperty("it.lingering.entered") != null);
    launch(plugin("2.0.0").tool("linger", "x", false, Lingering.class), "2.0.0");
    runtime.deployments().promote(deployment("2.0.0"));

    CompletionStage<Void> back = runtime.deployments().retire(old);
    call.cancel("enough");

    back.toCompletableFuture().get(20, TimeUnit.SECONDS);
    CallResult answer = call.result().toCompletableFuture().get(20, TimeUnit.SECONDS);
    assertThat(answer.failure()).contains(CallResult.Failure.CANCELLED);
  }
}
