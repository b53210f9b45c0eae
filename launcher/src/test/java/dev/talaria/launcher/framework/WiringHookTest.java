package dev.talaria.launcher.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;
import org.osgi.framework.wiring.BundleCapability;
import org.osgi.framework.wiring.BundleRevision;
import org.osgi.framework.wiring.BundleWire;
import org.osgi.framework.wiring.BundleWiring;

class WiringHookTest extends HookTest {
  @EachStart
  void coreIsNotWiredToWhatADeployedBundleExports(int start) throws Exception {
    try (RunningCore core = started(start)) {
      Bundle plugin =
          core.start("plugin", new TestBundle("plugin", "1.0.0").exporting("plugin.optional"));
      Bundle consumer = core.core(RunningCore.CONSUMER);

      core.refresh(consumer);

      assertThat(consumer.getState()).isEqualTo(Bundle.ACTIVE);
      assertThat(providers(consumer)).doesNotContain(plugin);
    }
  }

  @EachStart
  void coreDoesNotImportDynamicallyFromADeployedBundle(int start) throws Exception {
    try (RunningCore core = started(start)) {
      core.start("plugin", new TestBundle("plugin", "1.0.0").exporting("plugin.dynamic"));

      assertThat(core.core(RunningCore.CONSUMER).getResource("plugin/dynamic/marker.txt")).isNull();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "dev.talaria.admin",
        "org.osgi.service.cm",
        "org.osgi.framework.hooks.service",
        "org.osgi.framework.hooks.resolver"
      })
  void aDeployedBundleDoesNotGetAClosedPackageByAnyImport(String closed) throws Exception {
    try (RunningCore core = started(1)) {
      Bundle plain = core.deploy("plain", new TestBundle("plain", "1.0.0").importing(closed));
      Bundle optional =
          core.start(
              "optional",
              new TestBundle("optional", "1.0.0").importing(closed + ";resolution:=optional"));
      Bundle dynamic =
          core.start(
              "dynamic", new TestBundle("dynamic", "1.0.0").header("DynamicImport-Package", "*"));

      assertThatThrownBy(plain::start).isInstanceOf(BundleException.class);
      assertThat(providers(optional)).isEmpty();
      assertThat(dynamic.getResource(closed.replace('.', '/') + "/marker.txt")).isNull();
      assertThat(providers(dynamic)).isEmpty();
    }
  }

  @Test
  void aDeployedBundleDoesNotLoadAClassOfTheFrameworksHooks() throws Exception {
    try (RunningCore core = started(1)) {
      Bundle dynamic =
          core.start(
              "dynamic", new TestBundle("dynamic", "1.0.0").header("DynamicImport-Package", "*"));

      assertThatThrownBy(() -> dynamic.loadClass("org.osgi.framework.hooks.service.FindHook"))
          .isInstanceOf(ClassNotFoundException.class);
      assertThat(dynamic.loadClass("org.osgi.framework.Bundle")).isNotNull();
    }
  }

  @EachStart
  void closedPackagesStayClosedOnEveryStart(int start) throws Exception {
    try (RunningCore core = started(start)) {
      Bundle plugin = core.deploy("p", new TestBundle("p", "1.0.0").importing("dev.talaria.admin"));

      assertThatThrownBy(plugin::start).isInstanceOf(BundleException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {RunningCore.ADMIN, RunningCore.CONFIG, "system.bundle"})
  void aDeployedBundleDoesNotRequireAWholeBundleOfTheCore(String required) throws Exception {
    try (RunningCore core = started(1)) {
      Bundle plugin =
          core.deploy("p", new TestBundle("p", "1.0.0").header("Require-Bundle", required));

      assertThatThrownBy(plugin::start).isInstanceOf(BundleException.class);
    }
  }

  @EachStart
  void aDeployedFragmentIsNotAttachedToTheCore(int start) throws Exception {
    try (RunningCore core = started(start)) {
      Bundle fragment =
          core.deploy(
              "f",
              new TestBundle("f", "1.0.0")
                  .exporting("fragment.content")
                  .header("Fragment-Host", RunningCore.CONSUMER));
      Bundle consumer = core.core(RunningCore.CONSUMER);

      core.refresh(consumer);

      assertThat(consumer.getResource("fragment/content/marker.txt")).isNull();
      assertThat(fragment.getState()).isEqualTo(Bundle.INSTALLED);
    }
  }

  @Test
  void deployedBundlesAreWiredToEachOtherAndToTheApi() throws Exception {
    try (RunningCore core = started(1)) {
      Bundle library =
          core.start("library", new TestBundle("library", "1.0.0").exporting("plugin.library"));
      Bundle plugin =
          core.start(
              "plugin",
              new TestBundle("plugin", "1.0.0")
                  .importing("plugin.library,dev.talaria.api,org.slf4j;version=\"[2,3)\""));

      assertThat(providers(plugin)).contains(library, core.core(CoreNames.API_BUNDLE));
    }
  }

  @Test
  void aDeployedSingletonDoesNotKeepACoreBundleFromResolving() throws Exception {
    try (RunningCore core = started(1)) {
      Bundle singleton = core.core(RunningCore.SINGLETON);
      core.deploy("stranger", RunningCore.singleton("9.0.0"));

      core.refresh(singleton);

      assertThat(singleton.getState()).isEqualTo(Bundle.ACTIVE);
    }
  }

  @Test
  void singletonsOfTheCoreCollideWithTheCoreOnlyAndDeployedOnesWithBoth() throws Exception {
    try (RunningCore core = started(1)) {
      Bundle singleton = core.core(RunningCore.SINGLETON);
      Bundle stranger = core.deploy("stranger", RunningCore.singleton("9.0.0"));
      CoreBundles known = new CoreBundles();
      known.add(singleton);
      List<BundleCapability> strangers = new ArrayList<>(List.of(identity(stranger)));
      List<BundleCapability> ofTheCore = new ArrayList<>(List.of(identity(singleton)));

      new WiringHook(known).filterSingletonCollisions(identity(singleton), strangers);
      new WiringHook(known).filterSingletonCollisions(identity(stranger), ofTheCore);

      assertThat(strangers).isEmpty();
      assertThat(ofTheCore).hasSize(1);
    }
  }

  private static BundleCapability identity(Bundle bundle) {
    return bundle.adapt(BundleRevision.class).getDeclaredCapabilities("osgi.identity").get(0);
  }

  private static List<Bundle> providers(Bundle bundle) {
    return bundle.adapt(BundleWiring.class).getRequiredWires(null).stream()
        .map(BundleWire::getProvider)
        .map(revision -> revision.getBundle())
        .toList();
  }
}
