package dev.talaria.registry.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import dev.talaria.admin.Deployment;
import dev.talaria.admin.Explanation;
import dev.talaria.admin.SettingsCheck;
import dev.talaria.admin.ToolRow;
import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolChange;
import dev.talaria.api.ToolDeclaration;
import dev.talaria.api.ToolOverrideDeniedException;
import dev.talaria.api.ToolRegistration;
import dev.talaria.api.ToolRegistry;
import dev.talaria.api.ToolRejectedException;
import dev.talaria.api.ToolSession;
import dev.talaria.api.ToolState;
import dev.talaria.registry.it.bundles.Broken;
import dev.talaria.registry.it.bundles.Greeter;
import dev.talaria.registry.it.bundles.Lingering;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.slf4j.LoggerFactory;

/** The packed registry in a framework: services, bundles, configuration as they come and go. */
@Timeout(120)
class RegistryIT {
  private static final String PLUGIN = "com.example.greeter";

  @TempDir Path home;
  private Runtime runtime;
  private Bundle core;

  @BeforeEach
  void start() throws Exception {
    Awaitility.setDefaultPollInterval(Duration.ofMillis(5));
    Awaitility.setDefaultPollDelay(Duration.ZERO);
    Awaitility.setDefaultTimeout(Duration.ofSeconds(20));
    System.clearProperty("it.greeter.made");
    System.clearProperty("it.broken.mended");
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

  private static TestBundle greeter(String version) {
    return new TestBundle(PLUGIN, version).tool("greet", "greetings", false, Greeter.class);
  }

  private static TestBundle guard() {
    return new TestBundle(PLUGIN, "1.0.0").tool("terminal", "x", true, Greeter.class);
  }

  private ToolRow rowOf(String owner, String name) {
    return runtime.admin().rows().stream()
        .filter(r -> r.info().owner().equals(owner) && r.info().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void listingActivatesNothingAndTheFirstCallDoes() {
    assertThat(runtime.listed()).containsExactly("terminal");
    assertThat(System.getProperty("it.greeter.made")).isNull();
    CallResult result = runtime.call("terminal", "{}");
    assertThat(result.structuredJson())
        .contains("{\"greeting\":\"hello you\",\"version\":\"1.0.0\"}");
    assertThat(System.getProperty("it.greeter.made")).isEqualTo("yes");
  }

  @Test
  void aCoreNameStaysReservedWhenItsBundleIsStopped() throws Exception {
    core.stop();
    await().until(() -> runtime.listed().isEmpty());
    assertThat(rowOf("dev.talaria.terminal", "terminal").info().state())
        .isEqualTo(ToolState.UNAVAILABLE);
    assertThat(runtime.call("terminal", "{}").failure()).contains(Failure.UNAVAILABLE);
    runtime.deploy(
        new TestBundle(PLUGIN, "1.0.0").tool("terminal", "x", false, Greeter.class), PLUGIN, "d1");
    assertThat(rowOf(PLUGIN, "terminal").info().state()).isEqualTo(ToolState.REFUSED);
    core.start();
    await().until(() -> runtime.owner("terminal").equals("dev.talaria.terminal"));
  }

  @Test
  void aBundleThatNobodyBroughtOffersNothing() throws Exception {
    Bundle stray = runtime.install(greeter("1.0.0"), "stray");
    stray.start();
    assertThat(rowOf(PLUGIN, "greet").reason()).contains("drop it into deploy/");
    assertThat(runtime.call("greet", "{}").failure()).contains(Failure.UNKNOWN_TOOL);
    await().until(() -> runtime.audit.stream().anyMatch(e -> "tool.refused".equals(e.get("kind"))));

    Deployment deployment = new Deployment(PLUGIN, "1.0.0", "d1", 1, "greeter.jar");
    runtime.deployments().admit(stray, deployment);
    assertThat(runtime.deployments().toolsOf(PLUGIN))
        .singleElement()
        .satisfies(r -> assertThat(r.info().state()).isEqualTo(ToolState.STAGED));
    runtime.deployments().promote(deployment);
    assertThat(runtime.listed()).containsExactly("greet", "terminal");
    runtime.deployments().dismiss(stray);
    assertThat(runtime.listed()).containsExactly("terminal");
  }

  @Test
  void theOverrideStoryIsLive() throws Exception {
    Queue<ToolChange> heard = new ConcurrentLinkedQueue<>();
    Subscription listening = runtime.admin().subscribe(heard::add);
    runtime.deploy(guard(), PLUGIN, "d1");
    assertThat(runtime.owner("terminal")).isEqualTo("dev.talaria.terminal");
    Explanation why = runtime.admin().explain("terminal").orElseThrow();
    assertThat(why.reservedBy()).contains("dev.talaria.terminal");
    assertThat(why.steps()).hasSize(2);
    assertThat(why.steps().get(1).reason()).contains("allow_tool_override=true");

    for (Object closed : List.of("TRUE", " true", 1, new String[] {"true"})) {
      runtime.configure("dev.talaria.registry", Map.of("allow_tool_override", closed));
      await()
          .until(
              () ->
                  runtime.admin().policy().values().stream()
                      .anyMatch(v -> v.source().contains("counts as false")));
      assertThat(runtime.owner("terminal")).isEqualTo("dev.talaria.terminal");
    }

    runtime.configure("dev.talaria.registry", Map.of("allow_tool_override", "true"));
    await().until(() -> runtime.owner("terminal").equals(PLUGIN));
    assertThat(runtime.admin().view().find("terminal").orElseThrow().toolset())
        .isEqualTo("terminal");
    runtime.configure("dev.talaria.registry", Map.of("allow_tool_override", false));
    await().until(() -> runtime.owner("terminal").equals("dev.talaria.terminal"));
    runtime.configure(
        "dev.talaria.plugin~" + PLUGIN,
        Map.of("allow_tool_override", "true", "override_tools", "term*"));
    await().until(() -> runtime.owner("terminal").equals(PLUGIN));
    await().until(() -> heard.size() >= 3);
    assertThat(heard).allSatisfy(c -> assertThat(c.changed()).containsExactly("terminal"));
    assertThat(runtime.audit.stream().map(e -> e.get("kind")))
        .contains("policy.changed", "tool.overrode", "tool.refused");
    listening.close();
  }

  @Test
  void theEndOfTheRuntimeWaitsForCallsUnderWay() throws Exception {
    System.clearProperty("it.lingering.entered");
    runtime.deploy(
        new TestBundle(PLUGIN, "1.0.0").tool("linger", "x", false, Lingering.class), PLUGIN, "d1");
    CallHandle call = runtime.session().start(ToolCall.of("linger", "{\"name\":\"x\"}"));
    await().until(() -> System.getProperty("it.lingering.entered") != null);
    runtime.framework.stop();
    CallResult result = call.result().toCompletableFuture().get(20, TimeUnit.SECONDS);
    assertThat(result.text()).isEqualTo("done");
  }

  @Test
  void whileTheFileIsUnreadableDoorsAreClosed() throws Exception {
    runtime.deploy(guard(), PLUGIN, "d1");
    runtime.configure("dev.talaria.registry", Map.of("allow_tool_override", "true"));
    await().until(() -> runtime.owner("terminal").equals(PLUGIN));
    runtime.unreadable("dev.talaria.registry");
    await().until(() -> runtime.owner("terminal").equals("dev.talaria.terminal"));
    runtime.unreadable();
    await().until(() -> runtime.owner("terminal").equals(PLUGIN));
  }

  @Test
  void whileNobodyCanSayWhetherFilesAreReadableDoorsAreClosed() throws Exception {
    runtime.deploy(guard(), PLUGIN, "d1");
    runtime.configure("dev.talaria.registry", Map.of("allow_tool_override", "true"));
    await().until(() -> runtime.owner("terminal").equals(PLUGIN));
    runtime.withoutSettingsStatus();
    await().until(() -> runtime.owner("terminal").equals("dev.talaria.terminal"));
  }

  @Test
  @DisplayName("R14 only what a manifest declares, with its resource, is found")
  void aServiceIsHeldAgainstItsManifest() throws Exception {
    runtime.deploy(
        new TestBundle(PLUGIN, "1.0.0")
            .component("undeclared", "x", false, Greeter.class)
            .capability("nodoc", "x", false, Greeter.class)
            .component("nodoc", "x", false, Greeter.class)
            .capability("differs", "x", false, Greeter.class)
            .document("differs", "x", false)
            .component("differs", "x", true, Greeter.class)
            .capability("imposter", "x", false, Broken.class)
            .document("imposter", "x", false)
            .component("imposter", "x", false, Greeter.class),
        PLUGIN,
        "d1");
    assertThat(rowOf(PLUGIN, "undeclared").reason()).contains("does not declare it");
    assertThat(rowOf(PLUGIN, "nodoc").reason()).contains("OSGI-INF/tools/nodoc.json");
    assertThat(rowOf(PLUGIN, "differs").reason()).contains("must be the same");
    assertThat(runtime.listed()).containsExactly("imposter", "terminal");
    CallResult result = runtime.call("imposter", "{}");
    assertThat(result.failure()).contains(Failure.UNAVAILABLE);
    assertThat(result.text()).contains("the manifest declares");
  }

  @Test
  void aConstructorThatThrowsIsToldAndTriedAgain() throws Exception {
    runtime.deploy(
        new TestBundle(PLUGIN, "1.0.0").tool("broken", "x", false, Broken.class), PLUGIN, "d1");
    CallResult result = runtime.call("broken", "{}");
    assertThat(result.failure()).contains(Failure.UNAVAILABLE);
    assertThat(result.text()).contains("could not be created");
    System.setProperty("it.broken.mended", "true");
    assertThat(runtime.call("broken", "{}").text()).isEqualTo("mended");
  }

  @Test
  void aComponentRestartedByItsConfigurationIsNoChange() throws Exception {
    runtime.deploy(greeter("1.0.0"), PLUGIN, "d1");
    Queue<ToolChange> heard = new ConcurrentLinkedQueue<>();
    Subscription listening = runtime.admin().subscribe(heard::add);
    long generation = runtime.admin().view().generation();
    runtime.call("greet", "{}");
    AtomicBoolean end = new AtomicBoolean();
    Queue<String> failed = new ConcurrentLinkedQueue<>();
    Thread caller = caller(end, failed, new AtomicLong());
    for (int i = 0; i < 20; i++) {
      long before = generation;
      runtime.configure("it.greet", Map.of("n", i));
      await().until(() -> runtime.admin().view().generation() >= before + 2);
      generation = runtime.admin().view().generation();
    }
    end.set(true);
    caller.join(20_000);
    assertThat(failed).isEmpty();
    assertThat(heard).isEmpty();
    listening.close();
  }

  private Thread caller(AtomicBoolean end, Queue<String> failed, AtomicLong calls) {
    ToolSession session = runtime.session();
    Thread thread =
        new Thread(
            () -> {
              while (!end.get()) {
                CallResult result = session.call(ToolCall.of("greet", "{\"name\":\"x\"}"));
                calls.incrementAndGet();
                if (result.isFailure()) {
                  failed.add(result.text());
                }
              }
            },
            "caller");
    thread.start();
    return thread;
  }

  @Test
  void aStoppedBundlesToolIsGoneAtOnce() throws Exception {
    Bundle bundle = runtime.deploy(greeter("1.0.0"), PLUGIN, "d1");
    assertThat(runtime.listed()).contains("greet");
    bundle.stop();
    assertThat(runtime.listed()).containsExactly("terminal");
    bundle.start();
    assertThat(runtime.listed()).contains("greet");
    assertThat(runtime.call("greet", "{}").isFailure()).isFalse();
  }

  @Test
  void anUpdateInPlaceInsideABracketFailsNoCallAndIsOneChange() throws Exception {
    Bundle bundle = runtime.deploy(greeter("1.0.0"), PLUGIN, "d1");
    Queue<ToolChange> heard = new ConcurrentLinkedQueue<>();
    Subscription listening = runtime.admin().subscribe(heard::add);
    AtomicBoolean end = new AtomicBoolean();
    Queue<String> failed = new ConcurrentLinkedQueue<>();
    AtomicLong calls = new AtomicLong();
    Thread one = caller(end, failed, calls);
    Thread two = caller(end, failed, calls);
    int updates = 20;
    for (int i = 1; i <= updates; i++) {
      Deployment next = new Deployment(PLUGIN, "1.0." + i, "u" + i, 1, "greeter.jar");
      try (var bracket = runtime.deployments().bracket(PLUGIN)) {
        assertThat(bracket).isNotNull();
        assertThat(runtime.deployments().drain(bundle)).isZero();
        bundle.stop();
        bundle.update(greeter("1.0." + i).build());
        runtime.deployments().admit(bundle, next);
        bundle.start();
        assertThat(runtime.deployments().toolsOf(PLUGIN)).hasSize(1);
        runtime.deployments().promote(next);
      }
      int number = i;
      await()
          .untilAsserted(
              () -> assertThat(runtime.call("greet", "{}").text()).contains("1.0." + number));
      await().until(() -> heard.size() == number);
    }
    end.set(true);
    one.join(20_000);
    two.join(20_000);
    assertThat(failed).isEmpty();
    assertThat(calls).hasPositiveValue();
    assertThat(heard)
        .hasSize(updates)
        .allSatisfy(c -> assertThat(c.changed()).containsExactly("greet"));
    listening.close();
  }

  @Test
  void aReplacementBesideTheOldOneFailsNoCall() throws Exception {
    Bundle standing = runtime.deploy(greeter("1.0.0"), PLUGIN, "d0");
    AtomicBoolean end = new AtomicBoolean();
    Queue<String> failed = new ConcurrentLinkedQueue<>();
    Thread one = caller(end, failed, new AtomicLong());
    Thread two = caller(end, failed, new AtomicLong());
    for (int i = 1; i <= 20; i++) {
      Deployment deployment = new Deployment(PLUGIN, "1.0." + i, "d" + i, 1, "greeter.jar");
      Bundle next = runtime.install(greeter("1.0." + i), "deploy:d" + i);
      runtime.deployments().admit(next, deployment);
      next.start();
      runtime.deployments().promote(deployment);
      assertThat(runtime.admin().view().find("greet").orElseThrow().version())
          .isEqualTo("1.0." + i);
      assertThat(runtime.deployments().drain(standing)).isZero();
      standing.stop();
      runtime.deployments().dismiss(standing);
      standing.uninstall();
      standing = next;
    }
    end.set(true);
    one.join(20_000);
    two.join(20_000);
    assertThat(failed).isEmpty();
  }

  @Test
  void toolsRegisteredAtRunTimeNeedAPrefixAndLeaveWithTheirBundle() throws Exception {
    Bundle bundle = runtime.deploy(new TestBundle(PLUGIN, "1.0.0").dynamic("note_"), PLUGIN, "d1");
    ToolRegistry registry =
        bundle
            .getBundleContext()
            .getService(bundle.getBundleContext().getServiceReference(ToolRegistry.class));
    ToolRegistration one = registry.register(declared("note_one"), (a, c) -> "one", Map.class);
    assertThat(one.outcome().state()).isEqualTo(ToolState.ACTIVE);
    assertThat(runtime.call("note_one", "{}").text()).isEqualTo("one");
    one.close();
    assertThat(runtime.listed()).containsExactly("terminal");

    ToolRegistration stranger = registry.register(declared("other"), (a, c) -> "", Map.class);
    assertThat(stranger.outcome().state()).isEqualTo(ToolState.REFUSED);
    assertThat(stranger.outcome().reason()).contains("note_");

    ToolRegistration kept = registry.registerOrFail(declared("note_k"), (a, c) -> "k", Map.class);
    assertThat(kept.outcome().stands()).isTrue();
    assertThatThrownBy(() -> registry.registerOrFail(declared("note_k"), (a, c) -> "", Map.class))
        .isInstanceOf(ToolOverrideDeniedException.class);
    assertThatThrownBy(() -> registry.register(declared("no name"), (a, c) -> "", Map.class))
        .isInstanceOf(IllegalArgumentException.class);
    Queue<ToolRegistration.Outcome> heard = new ConcurrentLinkedQueue<>();
    kept.onOutcome(heard::add);
    runtime.configure("dev.talaria.plugin~" + PLUGIN, Map.of("enabled", "false"));
    await().until(() -> heard.stream().anyMatch(o -> o.state() == ToolState.REFUSED));
    runtime.configure("dev.talaria.plugin~" + PLUGIN, Map.of("enabled", "true"));
    await().until(() -> runtime.listed().contains("note_k"));
    bundle.stop();
    assertThat(runtime.listed()).containsExactly("terminal");
  }

  @Test
  void whatIsWrongWithValuesCanBeAsked() {
    SettingsCheck check = runtime.service(SettingsCheck.class);
    assertThat(
            check.problems(
                "dev.talaria.registry",
                Map.of("call_timeout", "banana", "required_owner", "a=b,a=c")))
        .hasSize(2)
        .anySatisfy(p -> assertThat(p).contains("call_timeout", "'banana' is no duration"))
        .anySatisfy(p -> assertThat(p).contains("required_owner", "b and c"));
    assertThat(check.problems("dev.talaria.plugin~p", Map.of("grants", "everything")))
        .singleElement()
        .asString()
        .contains("etc/dev.talaria.plugin~p.cfg", "everything");
    assertThat(check.problems("dev.talaria.registry", Map.of("call_timeout", "5s"))).isEmpty();
    assertThat(check.problems("other", Map.of("call_timeout", "banana"))).isEmpty();
  }

  @Test
  void aPrefixThatIsNoneIsSaidAndOpensNothing() throws Exception {
    Queue<String> errors = new ConcurrentLinkedQueue<>();
    AppenderBase<ILoggingEvent> appender =
        new AppenderBase<>() {
          @Override
          protected void append(ILoggingEvent event) {
            if (event.getLevel() == Level.ERROR
                && event.getFormattedMessage().startsWith("In the manifest of")) {
              errors.add(event.getFormattedMessage());
            }
          }
        };
    appender.start();
    Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
    root.addAppender(appender);
    Bundle bundle;
    try {
      bundle =
          runtime.deploy(
              new TestBundle(PLUGIN, "1.0.0").dynamic("a").dynamic("note").dynamic("mcp_"),
              PLUGIN,
              "d1");
    } finally {
      root.detachAppender(appender);
    }
    assertThat(errors)
        .hasSize(3)
        .allSatisfy(e -> assertThat(e).contains(PLUGIN, "3 characters or more", "end in _"));
    ToolRegistry registry =
        bundle
            .getBundleContext()
            .getService(bundle.getBundleContext().getServiceReference(ToolRegistry.class));
    for (String name : List.of("a", "abc", "a_x", "note", "note_x", "mcp_x", "mcp__a__b")) {
      ToolRegistration refused = registry.register(declared(name), (a, c) -> "", Map.class);
      assertThat(refused.outcome().state()).isEqualTo(ToolState.REFUSED);
      assertThat(refused.outcome().reason()).contains("it allows none");
      assertThatThrownBy(() -> registry.registerOrFail(declared(name), (a, c) -> "", Map.class))
          .isInstanceOf(ToolRejectedException.class);
    }
    assertThat(runtime.listed()).containsExactly("terminal");
  }

  private static ToolDeclaration declared(String name) {
    return ToolDeclaration.named(name, "notes").description("A note.").build();
  }

  @Test
  void aPredicateThatTheLauncherDidNotRegisterIsNotAsked() throws Exception {
    Bundle liar = runtime.install(new TestBundle("com.example.liar", "1.0.0"), "liar");
    liar.start();
    Hashtable<String, Object> claim = new Hashtable<>();
    claim.put("dev.talaria.launcher", "core-bundles");
    claim.put("service.ranking", Integer.MAX_VALUE);
    liar.getBundleContext().registerService(Predicate.class, (Predicate<Bundle>) b -> true, claim);
    runtime.install(greeter("1.0.0"), "stray").start();
    assertThat(rowOf(PLUGIN, "greet").info().state()).isEqualTo(ToolState.REFUSED);
  }

  @Test
  void manyToolsComeAndGoInLinearTime() throws Exception {
    Bundle bundle = runtime.deploy(new TestBundle(PLUGIN, "1.0.0").dynamic("many_"), PLUGIN, "d1");
    ToolRegistry registry =
        bundle
            .getBundleContext()
            .getService(bundle.getBundleContext().getServiceReference(ToolRegistry.class));
    int count = 5_000;
    Duration limit = Duration.ofSeconds(60);
    long start = System.nanoTime();
    for (int i = 0; i < count; i++) {
      registry.register(declared("many_" + i), (a, c) -> "", Map.class);
    }
    assertThat(runtime.listed()).hasSize(count + 1);
    bundle.stop();
    assertThat(runtime.listed()).containsExactly("terminal");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(limit);
  }
}
