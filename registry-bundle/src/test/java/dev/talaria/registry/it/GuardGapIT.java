package dev.talaria.registry.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.DeclaredHook;
import dev.talaria.admin.Deployment;
import dev.talaria.admin.HeldPlugin;
import dev.talaria.admin.PolicyView;
import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolRegistry;
import dev.talaria.api.ToolSession;
import dev.talaria.api.hook.BlockingHook;
import dev.talaria.api.hook.RewritingHook;
import dev.talaria.api.hook.TransformingHook;
import dev.talaria.registry.it.bundles.Sentry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;

/** No call gets past a guard that is not there, whatever the reason but the operator's. */
@Timeout(300)
class GuardGapIT {
  private static final String PLUGIN = "com.example.sentry";
  private static final String PID = "dev.talaria.plugin~" + PLUGIN;
  private static final String[] GRANTS = {"hooks.block", "hooks.rewrite", "hooks.transform"};
  private static final int ROUNDS = Boolean.getBoolean("talaria.long") ? 1_000 : 50;
  private static final String PASSED = "guarded rewritten redacted";

  @TempDir Path home;
  private Runtime runtime;
  private Bundle standing;

  @BeforeEach
  void start() throws Exception {
    System.clearProperty("it.sentry.broken");
    System.clearProperty(Sentry.MADE);
    System.getProperties().put(Sentry.SEEN, ConcurrentHashMap.newKeySet());
    runtime = new Runtime(home);
    runtime
        .installCore(
            new TestBundle("dev.talaria.vault", "1.0.0")
                .tool("vault", "vault", false, Sentry.Vault.class)
                .tool("other", "vault", false, Sentry.Vault.class)
                .nesting(Sentry.class),
            "vault")
        .start();
  }

  @AfterEach
  void stop() throws Exception {
    runtime.close();
    System.getProperties().remove(Sentry.SEEN);
  }

  private void startRegistry(String suspendTimeout, String... grants) throws Exception {
    runtime.configure("dev.talaria.registry", Map.of("suspend_timeout", suspendTimeout));
    runtime.configure(PID, Map.of("grants", grants));
    runtime.startRegistry();
  }

  private static TestBundle sentry(String version) {
    return new TestBundle(PLUGIN, version)
        .companion(BlockingHook.class, "it.note", "guard", Sentry.Guard.class)
        .companion(RewritingHook.class, "it.note", "rewriter", Sentry.Rewriter.class)
        .companion(TransformingHook.class, "it.note", "redactor", Sentry.Redactor.class)
        .nesting(Sentry.class);
  }

  private static TestBundle guard(String version, String tools) {
    return new TestBundle(PLUGIN, version)
        .companion(BlockingHook.class, "hook.tools", tools, Sentry.Guard.class)
        .nesting(Sentry.class);
  }

  private static DeclaredHook declared(String component, Class<?> type, String tools) {
    return new DeclaredHook("it." + component, Set.of(type.getName()), List.of(tools), false);
  }

  private static Deployment deployment(String version, DeclaredHook... hooks) {
    return new Deployment(PLUGIN, version, "id-" + version, 1, "sentry.jar", List.of(hooks));
  }

  private void announce(String state, DeclaredHook... hooks) {
    runtime.deployments().announce(List.of(new HeldPlugin(PLUGIN, List.of(hooks), false, state)));
  }

  private Bundle launch(TestBundle bundle, Deployment deployment) throws Exception {
    Bundle next = runtime.install(bundle, "deploy:" + deployment.version());
    runtime.deployments().admit(next, deployment);
    next.start();
    return next;
  }

  private CallResult call(String tool) {
    return runtime.call(tool, "{}");
  }

  private void assertRefused(CallResult result, String... texts) {
    assertThat(result.failure()).as(result.text()).contains(Failure.BLOCKED);
    assertThat(result.text()).contains("of " + PLUGIN + " is not there");
    for (String text : texts) {
      assertThat(result.text()).contains(text);
    }
  }

  private interface Round {
    void run(String version) throws Exception;
  }

  /** Four callers at full speed, while something happens to the hooks again and again. */
  private void underCalls(Round round) throws Exception {
    startRegistry("60s", GRANTS);
    standing = launch(sentry("1.0.0"), deployment("1.0.0"));
    runtime.deployments().promote(deployment("1.0.0"));
    announce("");
    AtomicBoolean end = new AtomicBoolean();
    AtomicInteger passed = new AtomicInteger();
    Queue<String> wrong = new ConcurrentLinkedQueue<>();
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      boolean lendsThread = i % 2 == 0;
      Thread caller =
          new Thread(
              () -> {
                try (ToolSession session = runtime.session()) {
                  while (!end.get() && wrong.isEmpty()) {
                    ToolCall call = ToolCall.of("vault", "{}");
                    CallResult result = session.call(lendsThread ? call.runOnCallerThread() : call);
                    if (result.text().equals(PASSED)) {
                      passed.incrementAndGet();
                    } else {
                      wrong.add(result.toString());
                    }
                  }
                }
              },
              "caller-" + i);
      caller.start();
      callers.add(caller);
    }
    try {
      for (int i = 1; i <= ROUNDS && wrong.isEmpty(); i++) {
        int before = passed.get();
        round.run("1.0." + i);
        await().until(() -> passed.get() > before || !wrong.isEmpty());
      }
    } finally {
      end.set(true);
      for (Thread caller : callers) {
        caller.join();
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(passed).hasValueGreaterThanOrEqualTo(ROUNDS);
  }

  @Test
  void restartedInPlace() throws Exception {
    underCalls(
        version -> {
          try (Subscription bracket = runtime.deployments().bracket(PLUGIN)) {
            assertThat(bracket).isNotNull();
            runtime.deployments().drain(standing);
            standing.stop();
            standing.start();
          }
        });
  }

  @Test
  void stoppedAndStartedBySomebody() throws Exception {
    underCalls(
        version -> {
          standing.stop();
          standing.start();
        });
  }

  @Test
  void updatedInPlace() throws Exception {
    underCalls(
        version -> {
          try (Subscription bracket = runtime.deployments().bracket(PLUGIN)) {
            assertThat(bracket).isNotNull();
            runtime.deployments().drain(standing);
            standing.stop();
            runtime.deployments().dismiss(standing);
            standing.uninstall();
            standing = launch(sentry(version), deployment(version));
            assertThat(runtime.deployments().stage(standing).isComplete()).isTrue();
            runtime.deployments().promote(deployment(version));
          }
        });
  }

  @Test
  void updatedBesideTheOldVersion() throws Exception {
    underCalls(
        version -> {
          Bundle next = launch(sentry(version), deployment(version));
          assertThat(runtime.deployments().stage(next).isComplete()).isTrue();
          runtime.deployments().promote(deployment(version));
          runtime.deployments().retire(standing).toCompletableFuture().join();
          standing.stop();
          runtime.deployments().dismiss(standing);
          standing.uninstall();
          standing = next;
        });
  }

  @Test
  void reconfigured() throws Exception {
    underCalls(
        version -> {
          int made = Integer.getInteger(Sentry.MADE, 0);
          for (String component : List.of("guard", "rewriter", "redactor")) {
            runtime.configure("it." + component, Map.of("value", version));
          }
          await().until(() -> Integer.getInteger(Sentry.MADE, 0) > made);
        });
  }

  @Test
  void atTheStartCallsAreRefusedUntilTheFolderWasGoneThrough() throws Exception {
    startRegistry("50ms", "hooks.block");
    assertRefused(call("vault"), "the deploy folder has not been gone through yet");
    runtime.deployments().announce(List.of());
    assertThat(call("vault").isFailure()).as("there is no such plugin").isFalse();
  }

  @Test
  void aGuardThatDoesNotRunRefusesTheCallsThatItDeclares() throws Exception {
    startRegistry("50ms", "hooks.block");
    DeclaredHook guard = declared("guard", BlockingHook.class, "vault");
    announce("sentry.jar is FAILED: it did not start", guard);
    assertRefused(
        call("vault"),
        "BlockingHook it.guard",
        "vault was not run",
        "sentry.jar is FAILED: it did not start",
        "`talaria bundles restart " + PLUGIN + "`",
        "`talaria policy revoke " + PLUGIN + " hooks.block`",
        "`talaria undeploy " + PLUGIN + "`");
    assertThat(call("other").isFailure()).isFalse();
    assertThat(runtime.admin().policy().values())
        .filteredOn(value -> value.effective().equals("missing, calls are refused"))
        .singleElement()
        .satisfies(value -> assertThat(value.source()).contains("it.guard", "FAILED"))
        .returns("hooks.block", PolicyView.Value::key);

    runtime.configure(PID, Map.of("grants", "hooks.block", "enabled", "false"));
    await().untilAsserted(() -> assertThat(call("vault").isFailure()).isFalse());
    runtime.configure(PID, Map.of("grants", "hooks.block"));
    await().untilAsserted(() -> assertRefused(call("vault")));
    runtime.configure(PID, Map.of("grants", "hooks.observe"));
    await().untilAsserted(() -> assertThat(call("vault").isFailure()).isFalse());
    runtime.configure(PID, Map.of("grants", "hooks.block"));
    await().untilAsserted(() -> assertRefused(call("vault")));
    runtime.deployments().announce(List.of());
    assertThat(call("vault").isFailure()).isFalse();
  }

  @Test
  void ofAPluginThatDeclaresNoneItsGrantSaysThatThereIsOneUntilItHasRun() throws Exception {
    startRegistry("50ms", "hooks.rewrite");
    announce("sentry.jar is REFUSED: it is damaged");
    assertRefused(call("other"), "a RewritingHook of", "REFUSED");
    launch(
        new TestBundle(PLUGIN, "1.0.0")
            .tool("mine", "mine", false, Sentry.Vault.class)
            .nesting(Sentry.class),
        deployment("1.0.0"));
    runtime.deployments().promote(deployment("1.0.0"));
    assertThat(call("other").isFailure()).as("it runs and has none").isFalse();
  }

  @Test
  void aDeclaredComponentThatDoesNotComeIsMissing() throws Exception {
    startRegistry("50ms", "hooks.block");
    Deployment deployment =
        deployment(
            "1.0.0",
            declared("guard", BlockingHook.class, "*"),
            declared("second", BlockingHook.class, "vault"));
    announce("", deployment.hooks().toArray(DeclaredHook[]::new));
    Bundle bundle = launch(guard("1.0.0", "guard"), deployment);
    assertThat(runtime.deployments().stage(bundle).missing())
        .containsExactly("BlockingHook it.second");
    runtime.deployments().promote(deployment);
    assertRefused(
        call("vault"), "BlockingHook it.second", "talaria bundles says what it waits for");
    assertThat(call("other").isFailure()).isFalse();
  }

  @Test
  void aGuardThatLeftKeepsItsPlaceUntilItIsBackOrAnotherVersionStands() throws Exception {
    startRegistry("50ms", "hooks.block");
    announce("");
    Bundle bundle = launch(guard("1.0.0", "vault"), deployment("1.0.0"));
    runtime.deployments().promote(deployment("1.0.0"));
    assertThat(call("vault").text()).startsWith("guarded");
    bundle.stop();
    assertRefused(call("vault"), "BlockingHook it.vault");
    assertThat(call("other").isFailure()).isFalse();
    runtime.deployments().dismiss(bundle);
    bundle.uninstall();
    assertRefused(call("vault"), "BlockingHook it.vault");

    bundle = launch(guard("1.1.0", "other"), deployment("1.1.0"));
    assertRefused(call("vault"), "BlockingHook it.vault");
    runtime.deployments().promote(deployment("1.1.0"));
    assertThat(call("vault").isFailure()).as("the new version does not want it").isFalse();
    assertThat(call("other").text()).startsWith("guarded");
  }

  @Test
  void aGuardWhoseConfigurationIsDeletedWasTakenAway() throws Exception {
    startRegistry("50ms", "hooks.block");
    announce("");
    runtime.configure("it.guard~one", Map.of("value", 1));
    Bundle bundle =
        launch(
            new TestBundle(PLUGIN, "1.0.0")
                .configured(BlockingHook.class, "guard", Sentry.Guard.class)
                .nesting(Sentry.class),
            deployment("1.0.0"));
    runtime.deployments().promote(deployment("1.0.0"));
    await().untilAsserted(() -> assertThat(call("vault").text()).startsWith("guarded"));
    bundle.stop();
    assertRefused(call("vault"));
    bundle.start();
    await().untilAsserted(() -> assertThat(call("vault").text()).startsWith("guarded"));
    runtime.unconfigure("it.guard~one");
    await().untilAsserted(() -> assertThat(call("vault").text()).startsWith("UNGUARDED"));

    runtime.configure("it.guard~one", Map.of("value", 1));
    await().untilAsserted(() -> assertThat(call("vault").text()).startsWith("guarded"));
    bundle.stop();
    assertRefused(call("vault"));
    runtime.unconfigure("it.guard~one");
    await().untilAsserted(() -> assertThat(call("vault").text()).startsWith("UNGUARDED"));
  }

  @Test
  void itsOwnBundleDoesNotWaitAndTheEndOfTheRuntimeEndsTheWaiting() throws Exception {
    startRegistry("200s", "hooks.block");
    announce("");
    Bundle bundle = launch(guard("1.0.0", "vault"), deployment("1.0.0"));
    runtime.deployments().promote(deployment("1.0.0"));
    bundle.stop();
    CallHandle waiting = runtime.session().start(ToolCall.of("vault", "{}"));
    try (Subscription bracket = runtime.deployments().bracket(PLUGIN)) {
      assertThat(bracket).isNotNull();
      Bundle other =
          runtime.install(
              new TestBundle(PLUGIN, "2.0.0")
                  .tool("mine", "mine", false, Sentry.Vault.class)
                  .nesting(Sentry.class),
              "deploy:2.0.0");
      runtime.deployments().admit(other, deployment("2.0.0"));
      other.start();
      try (ToolSession own =
          runtime.serviceOf(other, ToolRegistry.class).openSession(Set.of("all"))) {
        assertRefused(own.call(ToolCall.of("vault", "{}")));
      }
      other.stop();
    }
    assertThat(waiting.result().toCompletableFuture()).isNotDone();
    runtime.close();
    assertThat(waiting.result().toCompletableFuture().get(10, TimeUnit.SECONDS).text())
        .contains("is not there", "the runtime is ending");
  }

  @Test
  void hooksOfAStagedVersionAreMadeBeforeItIsPromoted() throws Exception {
    startRegistry("50ms", "hooks.block");
    announce("");
    launch(guard("1.0.0", "vault"), deployment("1.0.0"));
    runtime.deployments().promote(deployment("1.0.0"));
    assertThat(call("vault").text()).startsWith("guarded");
    System.setProperty("it.sentry.broken", "true");
    Bundle next = launch(guard("1.1.0", "vault"), deployment("1.1.0"));
    assertThat(runtime.deployments().stage(next).problems())
        .singleElement()
        .asString()
        .contains("the BlockingHook it.vault of " + PLUGIN + " cannot be made");
    System.clearProperty("it.sentry.broken");
    int made = Integer.getInteger(Sentry.MADE, 0);
    assertThat(runtime.deployments().stage(next).isComplete()).isTrue();
    assertThat(runtime.deployments().stage(next).isComplete()).isTrue();
    runtime.deployments().promote(deployment("1.1.0"));
    assertThat(call("vault").text()).startsWith("guarded");
    assertThat(Integer.getInteger(Sentry.MADE)).as("made once, and kept").isEqualTo(made + 1);
    next.stop();
    assertThat(next.getRegisteredServices()).isNull();
  }

  @Test
  void hooksWithoutAGrantAreNotMade() throws Exception {
    startRegistry("50ms", "toolsets");
    System.setProperty("it.sentry.broken", "true");
    Bundle next = launch(guard("1.1.0", "vault"), deployment("1.1.0"));
    assertThat(runtime.deployments().stage(next).isComplete()).isTrue();
  }
}
