package dev.talaria.launcher.command;

import dev.talaria.launcher.home.Home;
import dev.talaria.launcher.home.HomeFolder;
import dev.talaria.launcher.runtime.Runtimes;
import dev.talaria.launcher.settings.ConfigStore;
import dev.talaria.launcher.settings.FileConfig;
import dev.talaria.launcher.settings.RemoteConfig;

/** A command that works on a running runtime or, when none runs, on the files of the home. */
abstract class SettingsCommand extends BaseCommand {
  SettingsCommand(CommandEnvironment environment) {
    super(environment);
  }

  final ConfigStore settings() {
    Home home = home();
    return Runtimes.find(home)
        .<ConfigStore>map(RemoteConfig::new)
        .orElseGet(() -> new FileConfig(home, environment().variables()::get));
  }

  /** As {@link #settings}, with a home that can be written to. */
  final ConfigStore writableSettings() {
    Home home = home();
    new HomeFolder(home).prepare();
    return settings();
  }
}
