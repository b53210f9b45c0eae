package dev.talaria.launcher.start;

import dev.talaria.launcher.core.CoreList;
import dev.talaria.launcher.distribution.Distribution;
import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.framework.FrameworkSettings;
import dev.talaria.launcher.framework.RuntimeFramework;
import dev.talaria.launcher.home.Home;
import dev.talaria.launcher.home.HomeFolder;
import dev.talaria.launcher.home.HomeLock;
import dev.talaria.launcher.home.HomeToken;
import dev.talaria.launcher.home.Workspace;
import dev.talaria.launcher.logging.LogFiles;
import dev.talaria.launcher.runtime.RuntimeRecord;
import dev.talaria.launcher.runtime.RuntimeStop;
import dev.talaria.launcher.runtime.Runtimes;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Optional;

/**
 * Runs a runtime in this process until it is stopped. Everything that can be refused is refused
 * before the framework starts, and before anything of the home is read that somebody else could
 * have written. Called once, by the main thread.
 */
public final class RuntimeStart {
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration STOP = Duration.ofSeconds(20);

  private final Home home;
  private final Distribution distribution;
  private final PrintStream out;
  private final PrintStream err;

  public RuntimeStart(Home home, Distribution distribution, PrintStream out, PrintStream err) {
    this.home = home;
    this.distribution = distribution;
    this.out = out;
    this.err = err;
  }

  /**
   * Starts, prints where the runtime is reached, and returns when it has stopped.
   *
   * @throws RefusedException if it does not start
   */
  public void run(RunOptions options) {
    CoreList core = distribution.coreList();
    new HomeFolder(home).prepare();
    Workspace workspace = workspace(options);
    HomeLock lock = takeLock(options);
    try (lock) {
      HomeToken.ensure(home);
      Files.deleteIfExists(home.runtimeRecord());
      ListenAddress address = ListenAddress.check(options.host(), options.port());
      if (!workspace.note().isEmpty()) {
        err.println("talaria: " + workspace.note());
      }
      FrameworkSettings settings =
          new FrameworkSettings(
              home,
              distribution.root(),
              options.command(),
              Distribution.version(),
              address.host(),
              address.port(),
              workspace.folder(),
              options.noAuth(),
              options.background());
      LogFiles.use(distribution.logConfiguration(), home.logs());
      // What bundles print is no output of this command.
      System.setOut(System.err);
      serve(new RuntimeFramework(settings, core), workspace, address);
      Files.deleteIfExists(home.runtimeRecord());
    } catch (IOException e) {
      throw new RefusedException("the home folder " + home + ": " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException("interrupted", e);
    }
  }

  /** A runtime that a bridge started in the background gives way to one that a person starts. */
  private HomeLock takeLock(RunOptions options) {
    if (!options.background()
        && Runtimes.running(home).filter(RuntimeRecord::background).isPresent()) {
      err.println("talaria: taking the place of the runtime in the background");
      try {
        new RuntimeStop(home).stop();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new RefusedException("interrupted", e);
      }
    }
    return HomeLock.acquire(home);
  }

  private Workspace workspace(RunOptions options) {
    if (options.background()) {
      return Workspace.NONE;
    }
    return options
        .workspace()
        .map(name -> Workspace.named(name, home))
        .orElseGet(() -> Workspace.byDefault(options.currentFolder(), home));
  }

  private void serve(RuntimeFramework framework, Workspace workspace, ListenAddress address)
      throws InterruptedException {
    CleanStop cleanStop = new CleanStop(framework);
    cleanStop.install();
    try {
      framework.start(START);
      Optional<RuntimeRecord> ready =
          new Readiness(home, address).await(START, framework::isRunning);
      ready.ifPresent(runtime -> new Banner(home, workspace).print(runtime, out));
      if (!framework.awaitStop(STOP)) {
        throw new RefusedException(
            "the runtime did not stop within "
                + STOP.toSeconds()
                + " s and was ended; see "
                + home.log());
      }
    } catch (RefusedException e) {
      framework.stop(STOP);
      throw e;
    } finally {
      cleanStop.over();
    }
  }
}
