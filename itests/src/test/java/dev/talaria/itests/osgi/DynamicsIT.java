package dev.talaria.itests.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.DeployAgent;
import dev.talaria.admin.RegistryAdmin;
import dev.talaria.admin.SessionSpec;
import dev.talaria.api.CallResult;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolChange;
import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolInfo;
import dev.talaria.api.ToolSession;
import dev.talaria.api.ToolState;
import dev.talaria.itests.bundles.greet.Greet;
import dev.talaria.itests.harness.TestBundle;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import javax.inject.Inject;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.service.cm.ConfigurationAdmin;

/** Tools as their services come, go and are replaced. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class DynamicsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  @Inject private BundleContext context;
  @Inject private RegistryAdmin registry;
  @Inject private DeployAgent agent;
  @Inject private ConfigurationAdmin configurations;

  @Configuration
  public Option[] configuration() throws Exception {
    return new Option[] {
      CoreContainer.core(TestBundle.named("it.greet", "1.0.0").with(Greet.class, "greet"))
    };
  }

  private List<String> names() {
    return registry.view().tools().stream().map(ToolInfo::name).toList();
  }

  private void deployGreet() throws Exception {
    Path jar = Path.of(context.getProperty(CoreContainer.BUILT)).resolve("it.greet.jar");
    try (InputStream content = Files.newInputStream(jar)) {
      assertThat(agent.deploy("greet.jar", content, PATIENCE).outcome())
          .isEqualTo(DeployAgent.Outcome.ACTIVE);
    }
  }

  @Test
  public void aBuiltinWhoseBundleStopsIsUnavailableAndKeepsItsName() throws Exception {
    await().atMost(PATIENCE).until(() -> names().size() >= 6);
    Bundle files =
        List.of(context.getBundles()).stream()
            .filter(bundle -> bundle.getSymbolicName().equals("dev.talaria.files"))
            .findFirst()
            .orElseThrow();
    files.stop();
    try {
      await()
          .atMost(PATIENCE)
          .untilAsserted(
              () ->
                  assertThat(
                          registry.rows().stream()
                              .map(row -> row.info())
                              .filter(tool -> tool.name().equals("read_file"))
                              .map(ToolInfo::state))
                      .containsExactly(ToolState.UNAVAILABLE));
      assertThat(names()).doesNotContain("read_file", "search_files").contains("terminal");
    } finally {
      files.start();
    }
    await().atMost(PATIENCE).until(() -> names().contains("read_file"));
  }

  @Test
  public void aDeployedToolComesAndGoesInOneChangeEach() throws Exception {
    Queue<ToolChange> changes = new ConcurrentLinkedQueue<>();
    Subscription listening = registry.subscribe(changes::add);
    deployGreet();
    await().atMost(PATIENCE).until(() -> changes.size() == 1);
    assertThat(changes.remove().added()).isEqualTo(List.of("greet"));
    assertThat(names()).contains("greet");

    assertThat(agent.undeploy("it.greet", false, PATIENCE)).hasSize(1);
    await().atMost(PATIENCE).until(() -> changes.size() == 1);
    assertThat(changes.remove().removed()).isEqualTo(List.of("greet"));
    assertThat(names()).doesNotContain("greet");
    listening.close();
  }

  @Test
  public void aComponentRestartedByItsConfigurationIsNoChangeAndFailsNoCall() throws Exception {
    deployGreet();
    Queue<ToolChange> changes = new ConcurrentLinkedQueue<>();
    Subscription listening = registry.subscribe(changes::add);
    SessionSpec anybody = SessionSpec.of("it", "it", ToolFilter.ALL, List.of());
    try (ToolSession session = registry.openSession(anybody)) {
      session.call(ToolCall.of("greet", "{}"));
      for (int i = 0; i < 10; i++) {
        long before = registry.view().generation();
        configurations
            .getConfiguration("it.greet", "?")
            .update(new Hashtable<>(Map.of("round", Integer.toString(i))));
        await()
            .atMost(PATIENCE)
            .until(
                () -> {
                  CallResult result = session.call(ToolCall.of("greet", "{\"name\":\"Ada\"}"));
                  assertThat(result.failure()).as(result.text()).isEqualTo(Optional.empty());
                  return registry.view().generation() > before;
                });
      }
    }
    assertThat(changes).isEmpty();
    listening.close();
    configurations.getConfiguration("it.greet", "?").delete();
    agent.undeploy("it.greet", false, PATIENCE);
  }
}
