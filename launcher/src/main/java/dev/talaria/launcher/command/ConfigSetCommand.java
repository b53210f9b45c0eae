package dev.talaria.launcher.command;

import dev.talaria.launcher.output.Text;
import dev.talaria.launcher.settings.ConfigStore;
import dev.talaria.launcher.settings.Configuration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Sets keys of a configuration. */
@Command(name = "set", description = "Sets keys of a configuration, live and in its file.")
final class ConfigSetCommand extends SettingsCommand {
  @Parameters(index = "0", paramLabel = "PID", description = "Its PID.")
  private String pid;

  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "KEY=VALUE",
      description = "Lists by comma; \\, is a comma.")
  private List<String> assignments;

  ConfigSetCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    Map<String, List<String>> values =
        KeyValues.parse(assignments)
            .orElseThrow(() -> wrongUsage("config set takes values as KEY=VALUE"));
    ConfigStore settings = writableSettings();
    settings.update(pid, values, Set.of());
    out().println(pid + ": set " + String.join(", ", values.keySet()));
    List<String> problems = settings.get(pid).map(Configuration::problems).orElse(List.of());
    problems.forEach(problem -> err().println("talaria: " + Text.line(problem)));
    return problems.isEmpty() ? DONE : FAILED;
  }
}
