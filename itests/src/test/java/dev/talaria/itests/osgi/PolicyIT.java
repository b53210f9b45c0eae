package dev.talaria.itests.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.DeployAgent;
import dev.talaria.admin.RegistryAdmin;
import dev.talaria.api.ToolInfo;
import dev.talaria.itests.bundles.top.TopTerminal;
import dev.talaria.itests.harness.TestBundle;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import javax.inject.Inject;
import org.junit.Before;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.ops4j.pax.exam.Configuration;
import org.ops4j.pax.exam.Option;
import org.ops4j.pax.exam.junit.PaxExam;
import org.ops4j.pax.exam.spi.reactors.ExamReactorStrategy;
import org.ops4j.pax.exam.spi.reactors.PerClass;
import org.osgi.framework.BundleContext;
import org.osgi.service.cm.ConfigurationAdmin;

/** Whether a plugin may override, as Config Admin says it. */
@RunWith(PaxExam.class)
@ExamReactorStrategy(PerClass.class)
public class PolicyIT {
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String REGISTRY = "dev.talaria.registry";
  private static final String ALLOW = "allow_tool_override";
  private static final String BUILTIN = "dev.talaria.terminal";
  private static final String PLUGIN = "it.top";

  @Inject private BundleContext context;
  @Inject private RegistryAdmin registry;
  @Inject private DeployAgent agent;
  @Inject private ConfigurationAdmin configurations;

  @Configuration
  public Option[] configuration() throws Exception {
    return new Option[] {
      CoreContainer.core(TestBundle.named(PLUGIN, "1.0.0").with(TopTerminal.class, "terminal"))
    };
  }

  @Before
  public void deploy() throws Exception {
    Path jar = Path.of(context.getProperty(CoreContainer.BUILT)).resolve(PLUGIN + ".jar");
    try (InputStream content = Files.newInputStream(jar)) {
      agent.deploy("top.jar", content, PATIENCE);
    }
  }

  private void configure(String pid, Map<String, ?> values) throws Exception {
    int tilde = pid.indexOf('~');
    org.osgi.service.cm.Configuration configuration =
        tilde < 0
            ? configurations.getConfiguration(pid, "?")
            : configurations.getFactoryConfiguration(
                pid.substring(0, tilde), pid.substring(tilde + 1), "?");
    configuration.update(new Hashtable<String, Object>(values));
  }

  private void awaitOwner(String owner) {
    await(owner)
        .atMost(PATIENCE)
        .until(
            () ->
                registry
                    .view()
                    .find("terminal")
                    .map(ToolInfo::owner)
                    .orElse("nobody")
                    .equals(owner));
  }

  @Test
  public void onlyTrueOpens() throws Exception {
    for (Object closed : List.of("TRUE", " true", "true ", 1, 1L, new String[] {"true"}, "yes")) {
      configure(REGISTRY, Map.of(ALLOW, "true"));
      awaitOwner(PLUGIN);
      configure(REGISTRY, Map.of(ALLOW, closed));
      awaitOwner(BUILTIN);
    }
    configure(REGISTRY, Map.of(ALLOW, Boolean.TRUE));
    awaitOwner(PLUGIN);
    configure(REGISTRY, Map.of());
    awaitOwner(BUILTIN);
    assertThat(registry.explain("terminal").orElseThrow().steps()).hasSize(2);
  }

  @Test
  public void aPluginsOwnConfigurationIsLimitedToTheNamesItLists() throws Exception {
    String pid = "dev.talaria.plugin~" + PLUGIN;
    configure(REGISTRY, Map.of());
    configure(pid, Map.of(ALLOW, "true", "override_tools", "term*"));
    awaitOwner(PLUGIN);
    configure(pid, Map.of(ALLOW, "true", "override_tools", "process"));
    awaitOwner(BUILTIN);
    configure(pid, Map.of(ALLOW, "true", "override_tools", new String[] {"process", "terminal"}));
    awaitOwner(PLUGIN);
    configure(pid, Map.of(ALLOW, "false", "override_tools", "terminal"));
    configure(REGISTRY, Map.of(ALLOW, "true"));
    awaitOwner(BUILTIN);
    configure(pid, Map.of());
    awaitOwner(PLUGIN);
    configure(REGISTRY, Map.of());
    awaitOwner(BUILTIN);
  }
}
