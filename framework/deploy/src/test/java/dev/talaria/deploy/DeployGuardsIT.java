package dev.talaria.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.DeclaredHook;
import dev.talaria.admin.DeployAgent.Outcome;
import dev.talaria.admin.Deployment;
import dev.talaria.admin.HeldPlugin;
import dev.talaria.deploy.RecordingDeployments.Announcement;
import dev.talaria.deploy.fixture.Fails;
import dev.talaria.deploy.fixture.Marks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the registry is told of plugins that may hold guards, whether they run or not. */
class DeployGuardsIT {
  private static final String NAME = "g.guard";

  private static final String DESCRIPTION =
      """
      <c:component xmlns:c='http://www.osgi.org/xmlns/scr/v1.4.0' name='g.night'>
        <implementation class='g.Night'/>
        <property name='hook.tools' type='String'>terminal
      write_*</property>
        <service>
          <provide interface='dev.talaria.api.hook.BlockingHook'/>
          <provide interface='java.lang.Runnable'/>
        </service>
      </c:component>
      """;

  private static final DeclaredHook HOOK =
      new DeclaredHook(
          "g.night",
          Set.of("dev.talaria.api.hook.BlockingHook"),
          List.of("terminal", "write_*"),
          false);

  @TempDir Path home;

  private interface Course {
    void with(DeployRuntime runtime) throws Exception;
  }

  private void run(Course test) throws Exception {
    DeployRuntime runtime = new DeployRuntime(home);
    try {
      await().atMost(DeployRuntime.LIMIT).until(runtime::isReady);
      test.with(runtime);
    } finally {
      runtime.close();
    }
  }

  private static TestBundle guard(String version, Class<?> activator) {
    return TestBundle.named(NAME, version)
        .activator(activator)
        .header("Service-Component", "OSGI-INF/night.xml")
        .entry("OSGI-INF/night.xml", DESCRIPTION);
  }

  private static void awaitHeld(DeployRuntime runtime, String state) {
    await()
        .atMost(DeployRuntime.LIMIT)
        .untilAsserted(
            () ->
                assertThat(runtime.deployments.held(NAME))
                    .hasValueSatisfying(
                        held -> {
                          assertThat(held.state()).contains(state);
                          assertThat(held.awaited()).isFalse();
                        }));
  }

  @Test
  void aGuardIsToldOfBeforeItIsInstalledAndBeforeItIsRemoved() throws Exception {
    run(
        runtime -> {
          runtime.drop("g.jar", guard("1.0.0", Marks.class));
          runtime.awaitRunning(NAME, "1.0.0");
          awaitHeld(runtime, "");
          assertThat(runtime.deployments.promoted)
              .last()
              .extracting(Deployment::hooks)
              .isEqualTo(List.of(HOOK));
          Announcement first =
              runtime.deployments.announcements.stream()
                  .filter(it -> it.of(NAME).isPresent())
                  .findFirst()
                  .orElseThrow();
          assertThat(first.of(NAME)).contains(new HeldPlugin(NAME, List.of(HOOK), true, ""));
          assertThat(first.steps())
              .isLessThanOrEqualTo(runtime.deployments.steps.indexOf("admit " + NAME + " 1.0.0"));

          runtime.agent().undeploy(NAME, false, Duration.ofSeconds(20));
          assertThat(runtime.deployments.held(NAME)).isEmpty();
          Announcement last =
              runtime.deployments.announcements.get(runtime.deployments.announcements.size() - 1);
          assertThat(last.steps())
              .isLessThanOrEqualTo(runtime.deployments.steps.indexOf("drain " + NAME + " 1.0.0"));
        });
  }

  @Test
  void aGuardThatFailedIsHeldWithTheReason() throws Exception {
    run(
        runtime -> {
          runtime.drop("g.jar", guard("1.0.0", Fails.class));
          runtime.awaitOutcome("g.jar", Outcome.FAILED);
          awaitHeld(runtime, "g.jar is FAILED: it did not start");
          assertThat(runtime.deployments.held(NAME).orElseThrow().hooks()).containsExactly(HOOK);
          Files.delete(runtime.folder.resolve("g.jar"));
          await().atMost(DeployRuntime.LIMIT).until(() -> runtime.deployments.held(NAME).isEmpty());
        });
  }

  @Test
  void aGuardThatIsRefusedIsHeld() throws Exception {
    run(
        runtime -> {
          runtime.drop("g.jar", guard("1.0.0", Marks.class).header("Fragment-Host", "other"));
          runtime.awaitOutcome("g.jar", Outcome.REFUSED);
          awaitHeld(runtime, "g.jar is REFUSED");
        });
  }

  @Test
  void whoseADamagedFileIsIsKnownFromBefore() throws Exception {
    run(
        runtime -> {
          runtime.drop("g.jar", guard("1.0.0", Marks.class));
          runtime.awaitRunning(NAME, "1.0.0");
        });
    Files.write(home.resolve("deploy/g.jar"), new byte[10]);
    try (Stream<Path> all = Files.walk(home.resolve("data/deploy"))) {
      for (Path copy : all.filter(path -> path.toString().endsWith(".jar")).toList()) {
        Files.delete(copy);
      }
    }
    run(
        runtime -> {
          assertThat(runtime.running(NAME)).isEmpty();
          assertThat(runtime.deployments.announcements)
              .isNotEmpty()
              .allSatisfy(it -> assertThat(it.of(NAME)).isPresent());
        });
  }
}
