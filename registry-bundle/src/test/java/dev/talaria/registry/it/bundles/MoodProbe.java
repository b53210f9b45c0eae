package dev.talaria.registry.it.bundles;

import dev.talaria.api.Availability;
import dev.talaria.api.AvailabilityProbe;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolRegistry;
import dev.talaria.api.ToolSession;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.osgi.framework.BundleContext;
import org.osgi.framework.FrameworkUtil;

/** A probe that does what a system property says; counts in another how often it was asked. */
public final class MoodProbe implements AvailabilityProbe {
  @Override
  public Availability probe() throws Exception {
    synchronized (System.getProperties()) {
      System.setProperty(
          "it.probe.asked", String.valueOf(Integer.getInteger("it.probe.asked", 0) + 1));
    }
    return switch (System.getProperty("it.probe", "well")) {
      case "well" -> Availability.AVAILABLE;
      case "ill" -> Availability.unavailable("no login: run 'thing login'");
      case "null" -> null;
      case "throw" -> throw new StackOverflowError();
      case "call" -> call();
      case "hang" -> hang();
      default -> throw new IllegalStateException("what is that?");
    };
  }

  /** Looks at the registry from within, as a probe might. */
  private static Availability call() {
    BundleContext context = FrameworkUtil.getBundle(MoodProbe.class).getBundleContext();
    ToolRegistry registry = context.getService(context.getServiceReference(ToolRegistry.class));
    try (ToolSession session = registry.openSession(Set.of())) {
      boolean listed = session.view().find("probed").isPresent();
      boolean works = session.call(ToolCall.of("terminal", "{}")).failure().isEmpty();
      return new Availability(works && !listed, "a probe that looks");
    }
  }

  private static Availability hang() {
    for (; ; ) {
      try {
        new CountDownLatch(1).await();
      } catch (InterruptedException e) {
        // It hangs whatever happens.
        continue;
      }
    }
  }
}
