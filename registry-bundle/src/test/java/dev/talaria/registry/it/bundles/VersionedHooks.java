package dev.talaria.registry.it.bundles;

import dev.talaria.api.hook.BlockingHook;
import dev.talaria.api.hook.CallReport;
import dev.talaria.api.hook.Decision;
import dev.talaria.api.hook.HookedCall;
import dev.talaria.api.hook.ObservingHook;
import org.osgi.framework.FrameworkUtil;

/** Hooks that note in a system property which version of their bundle ran; block everything. */
public final class VersionedHooks {
  private VersionedHooks() {}

  private static void note(String property) {
    synchronized (System.getProperties()) {
      System.setProperty(
          property,
          System.getProperty(property, "")
              + FrameworkUtil.getBundle(VersionedHooks.class).getVersion()
              + " ");
    }
  }

  /** Lets nothing through. */
  public static final class Guard implements BlockingHook {
    @Override
    public Decision decide(HookedCall call) {
      note("it.guard.ran");
      return new Decision.Block("by the guard");
    }
  }

  /** Only looks. */
  public static final class Observer implements ObservingHook {
    @Override
    public void called(HookedCall call, CallReport report) {
      note("it.observer.ran");
    }
  }
}
