package dev.talaria.registry.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.Deployment;
import dev.talaria.api.AvailabilityProbe;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolSession;
import dev.talaria.api.hook.BlockingHook;
import dev.talaria.api.hook.ObservingHook;
import dev.talaria.registry.it.bundles.Greeter;
import dev.talaria.registry.it.bundles.VersionedHooks;
import dev.talaria.registry.it.bundles.VersionedProbe;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

/** While two versions of a bundle run, the hooks and probes of one of them count. */
@Timeout(120)
class OverlapIT {
  private static final String PLUGIN = "com.example.guard";
  private static final int REPLACEMENTS = Boolean.getBoolean("talaria.long") ? 1_000 : 50;

  @TempDir Path home;
  private Runtime runtime;

  @BeforeEach
  void start() throws Exception {
    List.of("it.guard.ran", "it.observer.ran", "it.asked", "it.ill").forEach(System::clearProperty);
    runtime = new Runtime(home);
    runtime
        .installCore(
            new TestBundle("dev.talaria.terminal", "1.0.0")
                .tool("terminal", "terminal", false, Greeter.class),
            "terminal")
        .start();
    runtime.configure(
        "dev.talaria.plugin~" + PLUGIN,
        Map.of("grants", new String[] {"hooks.block", "hooks.observe"}));
    runtime.startRegistry();
  }

  @AfterEach
  void stop() throws Exception {
    runtime.close();
  }

  private static TestBundle guard(String version) {
    return new TestBundle(PLUGIN, version)
        .companion(BlockingHook.class, "hook.note", "guard", VersionedHooks.Guard.class)
        .nesting(VersionedHooks.class);
  }

  private static TestBundle observer(String version) {
    return new TestBundle(PLUGIN, version)
        .companion(ObservingHook.class, "hook.note", "observer", VersionedHooks.Observer.class)
        .nesting(VersionedHooks.class);
  }

  private static TestBundle probed(String version) {
    return new TestBundle(PLUGIN, version)
        .accompanied("probed", "health", "", Greeter.class)
        .companion(AvailabilityProbe.class, "probe.name", "health", VersionedProbe.class);
  }

  private static Deployment deployment(String version) {
    return new Deployment(PLUGIN, version, "id-" + version, 1, "guard.jar");
  }

  private Bundle launch(TestBundle bundle, String version) throws Exception {
    Bundle next = runtime.install(bundle, "deploy:" + version);
    runtime.deployments().admit(next, deployment(version));
    next.start();
    return next;
  }

  /** Promotes as an update beside the old one does, and lets the old one go. */
  private void move(Bundle old, String version) throws Exception {
    runtime.deployments().promote(deployment(version));
    runtime.deployments().retire(old).toCompletableFuture().join();
    old.stop();
    runtime.deployments().dismiss(old);
    old.uninstall();
  }

  private Failure failure(String tool) {
    return runtime.call(tool, "{}").failure().orElse(null);
  }

  @Test
  void aGuardWorksFromTheEndOfItsFirstBracket() throws Exception {
    try (Subscription bracket = runtime.deployments().bracket(PLUGIN)) {
      assertThat(bracket).isNotNull();
      launch(guard("1.0.0"), "1.0.0");
      runtime.deployments().promote(deployment("1.0.0"));
      assertThat(failure("terminal")).as("nobody has asked the guard").isEqualTo(Failure.BLOCKED);
      assertThat(System.getProperty("it.guard.ran")).isNull();
    }
    assertThat(failure("terminal")).isEqualTo(Failure.BLOCKED);
    assertThat(System.getProperty("it.guard.ran")).isEqualTo("1.0.0 ");
  }

  @Test
  void onlyTheHooksOfThePromotedVersionRun() throws Exception {
    Bundle old = launch(guard("1.0.0"), "1.0.0");
    runtime.deployments().promote(deployment("1.0.0"));
    launch(guard("2.0.0"), "2.0.0");
    assertThat(failure("terminal")).isEqualTo(Failure.BLOCKED);
    assertThat(System.getProperty("it.guard.ran")).isEqualTo("1.0.0 ");

    runtime.deployments().promote(deployment("2.0.0"));
    // The old one still runs, as if it had calls.
    assertThat(failure("terminal")).isEqualTo(Failure.BLOCKED);
    assertThat(System.getProperty("it.guard.ran")).isEqualTo("1.0.0 2.0.0 ");

    move(old, "2.0.0");
    assertThat(failure("terminal")).isEqualTo(Failure.BLOCKED);
    assertThat(System.getProperty("it.guard.ran")).isEqualTo("1.0.0 2.0.0 2.0.0 ");
  }

  @Test
  void aStagedVersionThatIsGivenUpNeverObservesAnything() throws Exception {
    launch(observer("1.0.0"), "1.0.0");
    runtime.deployments().promote(deployment("1.0.0"));
    Bundle next = launch(observer("2.0.0"), "2.0.0");
    assertThat(failure("terminal")).isNull();
    next.stop();
    runtime.deployments().dismiss(next);
    next.uninstall();
    assertThat(failure("terminal")).isNull();
    await()
        .untilAsserted(
            () -> assertThat(System.getProperty("it.observer.ran")).isEqualTo("1.0.0 1.0.0 "));
  }

  @Test
  void noCallSlipsPastAGuardThatIsReplacedAgainAndAgain() throws Exception {
    Bundle standing = launch(guard("1.0.0"), "1.0.0");
    runtime.deployments().promote(deployment("1.0.0"));
    AtomicBoolean end = new AtomicBoolean();
    AtomicInteger calls = new AtomicInteger();
    Queue<String> slipped = new ConcurrentLinkedQueue<>();
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      Thread caller =
          new Thread(
              () -> {
                try (ToolSession session = runtime.session()) {
                  while (!end.get()) {
                    CallResult result = session.call(ToolCall.of("terminal", "{}"));
                    calls.incrementAndGet();
                    if (!result.failure().equals(Optional.of(Failure.BLOCKED))
                        || !result.text().contains("by the guard")) {
                      slipped.add(result.toString());
                    }
                  }
                }
              },
              "caller-" + i);
      caller.start();
      callers.add(caller);
    }
    try {
      for (int i = 1; i <= REPLACEMENTS && slipped.isEmpty(); i++) {
        System.clearProperty("it.guard.ran");
        String version = "1.0." + i;
        Bundle next = launch(guard(version), version);
        move(standing, version);
        standing = next;
      }
    } finally {
      end.set(true);
      for (Thread caller : callers) {
        caller.join();
      }
    }
    assertThat(slipped).isEmpty();
    assertThat(calls).hasValueGreaterThan(REPLACEMENTS);
  }

  @Test
  void theProbeOfAStagedVersionSaysNothingAboutTheOneThatServes() throws Exception {
    System.setProperty("it.ill", "2.0.0");
    Bundle old = launch(probed("1.0.0"), "1.0.0");
    runtime.deployments().promote(deployment("1.0.0"));
    await().until(() -> failure("probed") == null);

    Bundle next = launch(probed("2.0.0"), "2.0.0");
    runtime.deployments().stage(next);
    await()
        .during(Duration.ofMillis(200))
        .untilAsserted(() -> assertThat(failure("probed")).isNull());

    move(old, "2.0.0");
    System.clearProperty("it.asked");
    runtime.admin().probe(Set.of("probed")).toCompletableFuture().join();
    assertThat(System.getProperty("it.asked")).doesNotContain("1.0.0").contains("2.0.0");
  }

  @Test
  void aNewVersionThatBringsAProbeServesWithoutAGap() throws Exception {
    Bundle old =
        launch(
            new TestBundle(PLUGIN, "1.0.0").tool("probed", "probed", false, Greeter.class),
            "1.0.0");
    runtime.deployments().promote(deployment("1.0.0"));
    assertThat(failure("probed")).isNull();
    Bundle next = launch(probed("2.0.0"), "2.0.0");
    assertThat(runtime.deployments().stage(next).isComplete()).isTrue();

    runtime.deployments().promote(deployment("2.0.0"));

    assertThat(failure("probed")).isNull();
    move(old, "2.0.0");
    assertThat(failure("probed")).isNull();
  }
}
