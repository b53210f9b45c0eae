package dev.talaria.registry.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.Deployment;
import dev.talaria.admin.PolicyView;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.hook.BlockingHook;
import dev.talaria.registry.it.bundles.Greeter;
import dev.talaria.registry.it.bundles.Guard;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.ServiceReference;

/** Hooks of core bundles and of plugins, with and without grants, as services of the framework. */
@Timeout(120)
class HooksIT {
  private static final String PLUGIN = "com.example.guard";
  private static final String PID = "dev.talaria.plugin~" + PLUGIN;

  @TempDir Path home;
  private Runtime runtime;

  @BeforeEach
  void start() throws Exception {
    System.clearProperty("it.guard.made");
    runtime = new Runtime(home);
  }

  @AfterEach
  void stop() throws Exception {
    runtime.close();
  }

  private void startWithCore(TestBundle bundle) throws Exception {
    runtime
        .installCore(bundle.tool("terminal", "terminal", false, Greeter.class), "terminal")
        .start();
    runtime.startRegistry();
  }

  private static TestBundle core() {
    return new TestBundle("dev.talaria.terminal", "1.0.0");
  }

  private static TestBundle guard(String version, String tools) {
    return new TestBundle(PLUGIN, version)
        .companion(BlockingHook.class, "hook.tools", tools, Guard.class);
  }

  private boolean isBlocked(String tool) {
    return runtime.call(tool, "{}").failure().filter(Failure.BLOCKED::equals).isPresent();
  }

  private List<PolicyView.Value> hookRows() {
    return runtime.admin().policy().values().stream()
        .filter(value -> value.key().equals("hooks.block"))
        .toList();
  }

  private long audited(String kind) {
    return runtime.audit.stream().filter(event -> kind.equals(event.get("kind"))).count();
  }

  @Test
  void hooksOfCoreBundlesRunAndGetTheCallsTheyWant() throws Exception {
    startWithCore(core().companion(BlockingHook.class, "hook.tools", "terminal", Guard.class));
    assertThat(System.getProperty("it.guard.made")).isNull();
    assertThat(runtime.call("terminal", "{}").text())
        .isEqualTo("{\"error\":\"guarded: terminal\"}");
    assertThat(System.getProperty("it.guard.made")).isEqualTo("yes");
    assertThat(hookRows()).isEmpty();
  }

  @Test
  void aPluginsHookNeedsItsGrantAndThePolicyIsLive() throws Exception {
    startWithCore(core());
    Bundle bundle = runtime.deploy(guard("1.0.0", "term*"), PLUGIN, "d1");
    assertThat(isBlocked("terminal")).isFalse();
    assertThat(audited("hook.refused")).isEqualTo(1);
    assertThat(hookRows())
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.pid()).isEqualTo(PID);
              assertThat(row.effective()).isEqualTo("not used");
              assertThat(row.source())
                  .contains("add hooks.block to grants in " + PID)
                  .contains("talaria policy grant " + PLUGIN + " hooks.block");
            });
    runtime.configure(PID, Map.of("grants", "hooks.observe"));
    await()
        .until(
            () ->
                runtime.admin().policy().values().stream()
                    .anyMatch(v -> v.effective().equals("hooks.observe")));
    assertThat(isBlocked("terminal")).isFalse();
    assertThat(audited("hook.refused")).as("told once").isEqualTo(1);
    assertThat(System.getProperty("it.guard.made")).isNull();

    runtime.configure(PID, Map.of("grants", new String[] {"hooks.block"}));
    await().until(() -> isBlocked("terminal"));
    assertThat(hookRows()).singleElement().returns("used", PolicyView.Value::effective);
    ServiceReference<?> reference = bundle.getRegisteredServices()[0];
    assertThat(reference.getUsingBundles()).isNotEmpty();

    runtime.configure(PID, Map.of("grants", "toolsets"));
    await().until(() -> !isBlocked("terminal"));
    assertThat(reference.getUsingBundles()).as("given back").isNull();

    runtime.configure(PID, Map.of("grants", "hooks.block"));
    await().until(() -> isBlocked("terminal"));
    bundle.stop();
    runtime.deployments().announce(List.of());
    assertThat(isBlocked("terminal")).as("it was taken out of the folder").isFalse();
    assertThat(hookRows()).isEmpty();
    bundle.start();
    assertThat(isBlocked("terminal")).isTrue();
  }

  @Test
  void aStagedVersionsHookWaitsForItsPromotion() throws Exception {
    startWithCore(core().tool("other", "terminal", false, Greeter.class));
    runtime.configure(PID, Map.of("grants", "hooks.block"));
    await()
        .until(
            () ->
                runtime.admin().policy().values().stream()
                    .anyMatch(v -> v.effective().equals("hooks.block")));
    Bundle old = runtime.deploy(guard("1.0.0", "terminal"), PLUGIN, "d1");
    Bundle next = runtime.install(guard("1.1.0", "other"), "deploy:d2");
    Deployment deployment = new Deployment(PLUGIN, "1.1.0", "d2", 1, "d2.jar");
    runtime.deployments().admit(next, deployment);
    next.start();
    assertThat(isBlocked("terminal")).isTrue();
    assertThat(isBlocked("other")).isFalse();
    runtime.deployments().promote(deployment);
    assertThat(isBlocked("terminal")).isFalse();
    assertThat(isBlocked("other")).isTrue();
    old.stop();
    assertThat(isBlocked("other")).isTrue();
  }

  @Test
  void aHookOfABundleThatNobodyBroughtIsRefused() throws Exception {
    startWithCore(core());
    runtime.configure(PID, Map.of("grants", "hooks.block"));
    runtime.deployments().announce(List.of());
    runtime.install(guard("1.0.0", "terminal"), "stray").start();
    assertThat(isBlocked("terminal")).isFalse();
    assertThat(hookRows())
        .singleElement()
        .satisfies(row -> assertThat(row.source()).contains("drop it into deploy/"));
  }
}
