package dev.talaria.launcher.command;

import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.settings.ConfigStore;
import dev.talaria.launcher.settings.Configuration;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Removes a key or a whole configuration. */
@Command(name = "unset", description = "Removes a key, or without a key the whole configuration.")
final class ConfigUnsetCommand extends SettingsCommand {
  @Parameters(index = "0", paramLabel = "PID", description = "Its PID.")
  private String pid;

  @Parameters(index = "1", arity = "0..1", paramLabel = "KEY", description = "The key.")
  private String key;

  ConfigUnsetCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    ConfigStore settings = writableSettings();
    Configuration configuration =
        settings
            .get(pid)
            .orElseThrow(() -> new RefusedException("nothing is configured for " + pid));
    if (key == null) {
      settings.delete(pid);
      out().println(pid + ": removed");
      return DONE;
    }
    if (!configuration.values().containsKey(key) && configuration.problems().isEmpty()) {
      throw new RefusedException(pid + " has no key '" + key + "'");
    }
    settings.update(pid, Map.of(), Set.of(key));
    out().println(pid + ": unset " + key);
    return DONE;
  }
}
