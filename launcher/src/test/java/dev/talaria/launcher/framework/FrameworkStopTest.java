package dev.talaria.launcher.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.slf4j.LoggerFactory;

class FrameworkStopTest {
  private static final Duration DEADLINE = Duration.ofSeconds(20);
  private static final String RELEASED = "test.stop.released";
  private static final String ORDER = "test.stop.order";

  @TempDir private Path folder;
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  /** Ignores every interruption until the test ends. */
  public static final class HangsInStart implements BundleActivator {
    @Override
    public void start(BundleContext context) {
      while (!Boolean.getBoolean(RELEASED)) {
        LockSupport.parkNanos(10_000_000);
        Thread.interrupted();
      }
    }

    @Override
    public void stop(BundleContext context) {
      // Never started.
    }
  }

  /** The same at the other end. */
  public static final class HangsInStop implements BundleActivator {
    @Override
    public void start(BundleContext context) {
      // Starts at once.
    }

    @Override
    public void stop(BundleContext context) {
      while (!Boolean.getBoolean(RELEASED)) {
        LockSupport.parkNanos(10_000_000);
        Thread.interrupted();
      }
    }
  }

  /** Writes down that it was stopped. */
  public static final class NotesItsStop implements BundleActivator {
    @Override
    public void start(BundleContext context) {
      // Starts at once.
    }

    @Override
    public void stop(BundleContext context) {
      String before = System.getProperty(ORDER, "");
      System.setProperty(ORDER, before + context.getBundle().getSymbolicName() + " ");
    }
  }

  @BeforeEach
  void listen() {
    System.clearProperty(RELEASED);
    System.clearProperty(ORDER);
    lines.start();
    ((Logger) LoggerFactory.getLogger(FrameworkStop.class)).addAppender(lines);
  }

  @AfterEach
  void release() {
    System.setProperty(RELEASED, "true");
    System.clearProperty(ORDER);
    ((Logger) LoggerFactory.getLogger(FrameworkStop.class)).detachAppender(lines);
  }

  @Test
  void theCoreStopsCleanlyBehindABundleThatHangsInItsStop() throws Exception {
    RunningCore core = start();
    core.start("hangs", bundle("plugin.hangs", HangsInStop.class));
    core.start("other", bundle("plugin.other", NotesItsStop.class));

    assertThat(core.stop(DEADLINE)).isTrue();

    assertThat(System.getProperty(ORDER)).isEqualTo("plugin.other core.two core.one ");
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .anyMatch(line -> line.startsWith("plugin.hangs 1.0.0 hung in its start or stop"));
  }

  @Test
  void theCoreStopsCleanlyBehindABundleThatHangsInItsStartWhoeverStopsIt() throws Exception {
    RunningCore core = start();
    core.start("other", bundle("plugin.other", NotesItsStop.class));
    Bundle hangs = core.deploy("hangs", bundle("plugin.hangs", HangsInStart.class));
    Thread starter = new Thread(() -> startQuietly(hangs), "starter");
    starter.setDaemon(true);
    starter.start();
    await().until(() -> hangs.getState() == Bundle.STARTING);
    core.context().getBundle(0).stop();

    assertThat(core.awaitStop(DEADLINE)).isTrue();

    assertThat(System.getProperty(ORDER)).isEqualTo("plugin.other core.two core.one ");
  }

  @Test
  void nothingIsSaidOfAnOrdinaryStop() throws Exception {
    RunningCore core = start();
    core.start("other", bundle("plugin.other", NotesItsStop.class));

    assertThat(core.stop(DEADLINE)).isTrue();

    assertThat(System.getProperty(ORDER)).isEqualTo("plugin.other core.two core.one ");
    assertThat(lines.list).isEmpty();
  }

  private RunningCore start() throws Exception {
    Map<String, TestBundle> bundles = new LinkedHashMap<>();
    bundles.put("one", bundle("core.one", NotesItsStop.class));
    bundles.put("two", bundle("core.two", NotesItsStop.class));
    return RunningCore.start(folder, bundles);
  }

  private static void startQuietly(Bundle bundle) {
    try {
      bundle.start();
    } catch (BundleException | IllegalStateException e) {
      // The framework went on without it: that is what the test is about.
      Thread.currentThread().interrupt();
    }
  }

  private static TestBundle bundle(String symbolicName, Class<?> activator) {
    return new TestBundle(symbolicName, "1.0.0")
        .importing("org.osgi.framework")
        .header("Bundle-Activator", activator.getName())
        .with(activator);
  }
}
