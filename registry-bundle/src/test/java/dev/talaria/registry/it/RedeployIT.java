package dev.talaria.registry.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.Deployment;
import dev.talaria.admin.Explanation;
import dev.talaria.admin.RemoteServer;
import dev.talaria.admin.RemoteTool;
import dev.talaria.admin.RemoteTools;
import dev.talaria.admin.ToolEvent;
import dev.talaria.api.ToolDeclaration;
import dev.talaria.api.ToolState;
import dev.talaria.registry.it.bundles.Greeter;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleWiring;

/** What goes is gone: class loaders of bundles, tools of servers; and it can be asked why. */
@Timeout(600)
class RedeployIT {
  private static final String PLUGIN = "com.example.greeter";
  private static final int REDEPLOYS = Boolean.getBoolean("talaria.long") ? 1_000 : 100;

  /** The framework itself may still hold the last few. */
  private static final int SLACK = 3;

  @TempDir Path home;
  private Runtime runtime;
  private Bundle core;

  @BeforeEach
  void start() throws Exception {
    runtime = new Runtime(home);
    core =
        runtime.installCore(
            new TestBundle("dev.talaria.terminal", "1.0.0")
                .tool("terminal", "terminal", false, Greeter.class),
            "terminal");
    core.start();
    runtime.startRegistry();
  }

  @AfterEach
  void stop() throws Exception {
    runtime.close();
  }

  @Test
  void theClassLoadersOfRedeployedBundlesAreCollected() throws Exception {
    List<WeakReference<ClassLoader>> loaders = new ArrayList<>();
    Bundle standing = null;
    for (int i = 0; i < REDEPLOYS; i++) {
      String version = "1.0." + i;
      Deployment deployment = new Deployment(PLUGIN, version, "d" + i, 1, "greeter.jar");
      Bundle next =
          runtime.install(
              new TestBundle(PLUGIN, version).tool("greet", "greetings", false, Greeter.class),
              "deploy:d" + i);
      runtime.deployments().admit(next, deployment);
      next.start();
      runtime.deployments().promote(deployment);
      assertThat(runtime.call("greet", "{\"name\":\"x\"}").text()).contains(version);
      loaders.add(new WeakReference<>(next.adapt(BundleWiring.class).getClassLoader()));
      if (standing != null) {
        runtime.deployments().drain(standing);
        standing.stop();
        runtime.deployments().dismiss(standing);
        standing.uninstall();
      }
      standing = next;
    }
    await()
        .atMost(Duration.ofSeconds(60))
        .pollInterval(Duration.ofMillis(200))
        .untilAsserted(
            () -> {
              System.gc();
              assertThat(loaders.stream().filter(loader -> loader.get() != null).count())
                  .isLessThanOrEqualTo(1 + SLACK);
            });
  }

  @Test
  void onlyCoreBundlesBringToolsOfServersAndTheyGoWithThem() throws Exception {
    RemoteTools tools = runtime.serviceOf(core, RemoteTools.class);
    RemoteServer server = tools.open("git");
    server.replaceAll(
        List.of(
            new RemoteTool(
                ToolDeclaration.named("mcp__git__log", "mcp-git").description("Shows.").build(),
                (arguments, context) -> arguments.size() + " arguments")),
        "2.0");
    assertThat(runtime.call("mcp__git__log", "{}").text()).isEqualTo("0 arguments");
    assertThat(runtime.owner("mcp__git__log")).isEqualTo("mcp:git");

    Bundle plugin = runtime.deploy(new TestBundle(PLUGIN, "1.0.0"), PLUGIN, "d1");
    RemoteTools stolen = runtime.serviceOf(plugin, RemoteTools.class);
    assertThatThrownBy(() -> stolen.open("other"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no core bundle");

    core.stop();
    assertThat(runtime.admin().view().find("mcp__git__log")).isEmpty();
    Explanation why = runtime.admin().explain("mcp__git__log").orElseThrow();
    assertThat(why.verdict()).contains("Nobody offers", "its server git was taken away");
    assertThat(why.recent().get(0).since().event()).isEqualTo(ToolEvent.LEFT);
  }

  @Test
  void whyAToolThatIsGoneWent() throws Exception {
    Bundle bundle =
        runtime.deploy(
            new TestBundle(PLUGIN, "1.0.0").tool("greet", "greetings", false, Greeter.class),
            PLUGIN,
            "d1");
    Explanation there = runtime.admin().explain("greet").orElseThrow();
    assertThat(there.steps().get(0).info().state()).isEqualTo(ToolState.ACTIVE);
    assertThat(there.steps().get(0).since().orElseThrow().event()).isEqualTo(ToolEvent.PROMOTED);
    bundle.stop();
    Explanation gone = runtime.admin().explain("greet").orElseThrow();
    assertThat(gone.steps()).isEmpty();
    assertThat(gone.verdict()).contains("its bundle com.example.greeter stopped");
    assertThat(runtime.admin().explain("never_heard_of")).isEmpty();
  }
}
