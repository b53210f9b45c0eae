package dev.talaria.launcher.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.talaria.launcher.core.CoreList;
import dev.talaria.launcher.errors.RefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.service.log.LogService;

class RuntimeFrameworkTest {
  @TempDir private Path folder;

  /** Fails. */
  public static final class FailingActivator implements BundleActivator {
    @Override
    public void start(BundleContext context) {
      throw new IllegalStateException("no light on\nthe bridge");
    }

    @Override
    public void stop(BundleContext context) {
      // Never started.
    }
  }

  /** Hangs until it is interrupted or the test ends. */
  public static final class HangingActivator implements BundleActivator {
    @Override
    public void start(BundleContext context) throws InterruptedException {
      new CountDownLatch(1).await(3, java.util.concurrent.TimeUnit.SECONDS);
    }

    @Override
    public void stop(BundleContext context) {
      // Holds nothing.
    }
  }

  @Test
  void aBundleThatWasChangedIsRefusedByName() throws Exception {
    CoreList list = RunningCore.coreList(folder, Map.of("one", new TestBundle("one", "1.0.0")));
    Path jar = folder.resolve("bundles/one-1.0.0.jar");
    Files.write(jar, new byte[] {0}, StandardOpenOption.APPEND);

    assertThatThrownBy(() -> RunningCore.start(folder, list, Duration.ofSeconds(20)))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("one-1.0.0.jar")
        .hasMessageContaining("SHA-256");
  }

  @Test
  void aCoreBundleThatDoesNotResolveIsNamedWithTheReason() {
    Map<String, TestBundle> bundles =
        Map.of("one", new TestBundle("core.one", "1.0.0").importing("nobody.has.it"));

    assertThatThrownBy(() -> RunningCore.start(folder, bundles))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("core.one 1.0.0")
        .hasMessageContaining("nobody.has.it");
  }

  @Test
  void aCoreBundleWhoseActivatorFailsIsNamedWithTheReason() {
    Map<String, TestBundle> bundles =
        Map.of(
            "one",
            new TestBundle("core.one", "1.0.0")
                .importing("org.osgi.framework")
                .header("Bundle-Activator", FailingActivator.class.getName())
                .with(FailingActivator.class));

    assertThatThrownBy(() -> RunningCore.start(folder, bundles))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("core.one 1.0.0")
        .hasMessageContaining("no light on the bridge");
  }

  @Test
  void aCoreBundleThatHangsIsNamedAtTheDeadline() throws Exception {
    CoreList list =
        RunningCore.coreList(
            folder,
            Map.of(
                "one",
                new TestBundle("core.one", "1.0.0")
                    .importing("org.osgi.framework")
                    .header("Bundle-Activator", HangingActivator.class.getName())
                    .with(HangingActivator.class)));

    assertThatThrownBy(() -> RunningCore.start(folder, list, Duration.ofMillis(300)))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("core.one 1.0.0");
  }

  @Test
  void nothingOfAFormerStartIsLeft() throws Exception {
    Map<String, TestBundle> bundles = Map.of("one", new TestBundle("core.one", "1.0.0"));
    try (RunningCore core = RunningCore.start(folder, bundles)) {
      core.start("plugin", new TestBundle("plugin", "1.0.0"));
    }
    try (RunningCore core = RunningCore.start(folder, bundles)) {
      assertThat(core.context().getBundles())
          .extracting(Bundle::getSymbolicName)
          .containsExactly("org.apache.felix.framework", "core.one");
    }
  }

  @Test
  void bundlesFindALogService() throws Exception {
    Map<String, TestBundle> bundles = Map.of("one", new TestBundle("core.one", "1.0.0"));
    try (RunningCore core = RunningCore.start(folder, bundles)) {
      BundleContext context = core.core("core.one").getBundleContext();
      LogService log = context.getService(context.getServiceReference(LogService.class));

      assertThat(log.getLogger("some.name").getName()).isEqualTo("some.name");
    }
  }
}
