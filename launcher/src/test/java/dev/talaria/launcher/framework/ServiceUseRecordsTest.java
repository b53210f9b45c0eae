package dev.talaria.launcher.framework;

import static org.awaitility.Awaitility.await;

import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;

class ServiceUseRecordsTest {
  @TempDir private Path folder;

  @Test
  void aBundleThatIsGoneIsNotKeptByTheServicesItUsed() throws Exception {
    try (RunningCore core = RunningCore.start(folder)) {
      core.context().registerService(Runnable.class, () -> {}, null);

      WeakReference<Bundle> returned = usedAndUninstalled(core, true);
      WeakReference<Bundle> held = usedAndUninstalled(core, false);

      await()
          .atMost(Duration.ofSeconds(20))
          .until(
              () -> {
                System.gc();
                return returned.refersTo(null) && held.refersTo(null);
              });
    }
  }

  private static WeakReference<Bundle> usedAndUninstalled(RunningCore core, boolean giveBack)
      throws Exception {
    Bundle bundle = core.start("used " + giveBack, new TestBundle("a", "1.0.0"));
    BundleContext context = bundle.getBundleContext();
    ServiceReference<Runnable> reference = context.getServiceReference(Runnable.class);
    context.getService(reference).run();
    if (giveBack) {
      context.ungetService(reference);
    }
    bundle.uninstall();
    return new WeakReference<>(bundle);
  }
}
