package dev.talaria.launcher.framework;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A test against a running framework, on its first or a later start. */
abstract class HookTest {
  @TempDir private Path folder;

  /** Starts; before a second start, a first one leaves a started bundle behind. */
  final RunningCore started(int start) throws Exception {
    for (int former = 1; former < start; former++) {
      try (RunningCore core = RunningCore.start(folder)) {
        core.start(
            "left-behind", new TestBundle("left.behind", "1.0.0").exporting("plugin.optional"));
      }
    }
    return RunningCore.start(folder);
  }
}
