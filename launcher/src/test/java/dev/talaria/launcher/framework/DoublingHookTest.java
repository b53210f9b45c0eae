package dev.talaria.launcher.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;

class DoublingHookTest extends HookTest {
  @EachStart
  void deployedBundlesOfOneNameAndVersionRunSideBySide(int start) throws Exception {
    try (RunningCore core = started(start)) {
      Bundle first = core.start("p#1", new TestBundle("plugin", "1.0.0"));
      Bundle second = core.start("p#2", new TestBundle("plugin", "1.0.0"));

      assertThat(first.getBundleId()).isNotEqualTo(second.getBundleId());
      assertThat(first.getState()).isEqualTo(Bundle.ACTIVE);
      assertThat(second.getState()).isEqualTo(Bundle.ACTIVE);
    }
  }

  @EachStart
  void aCoreBundleIsNotDoubled(int start) throws Exception {
    try (RunningCore core = started(start)) {
      assertThatThrownBy(() -> core.deploy("x", new TestBundle(RunningCore.ADMIN, "1.0.0")))
          .isInstanceOfSatisfying(
              BundleException.class,
              e -> assertThat(e.getType()).isEqualTo(BundleException.DUPLICATE_BUNDLE_ERROR));
    }
  }

  @EachStart
  void aDeployedBundleIsNotUpdatedToTheNameOfACoreBundle(int start) throws Exception {
    try (RunningCore core = started(start)) {
      Bundle plugin = core.start("p", new TestBundle("plugin", "1.0.0"));

      assertThatThrownBy(() -> plugin.update(new TestBundle(RunningCore.ADMIN, "1.0.0").stream()))
          .isInstanceOf(BundleException.class);
    }
  }

  @EachStart
  void aCoreBundleIsNotUpdatedToTheNameOfADeployedBundle(int start) throws Exception {
    try (RunningCore core = started(start)) {
      core.start("p", new TestBundle("plugin", "1.0.0"));
      Bundle admin = core.core(RunningCore.ADMIN);

      assertThatThrownBy(() -> admin.update(new TestBundle("plugin", "1.0.0").stream()))
          .isInstanceOf(BundleException.class);
    }
  }
}
