package dev.talaria.launcher.command;

import dev.talaria.launcher.settings.ConfigStore;
import dev.talaria.launcher.settings.Configuration;
import dev.talaria.launcher.settings.PolicyPids;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Requires an owner for a name. */
@Command(
    name = "require",
    description = "Makes a tool unavailable unless this owner's stands for its name.")
final class PolicyRequireCommand extends SettingsCommand {
  @Parameters(index = "0", paramLabel = "NAME", description = "The tool.")
  private String name;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "OWNER",
      description = "The symbolic name of the owner.")
  private String owner;

  @Option(names = "--none", description = "Requires no owner any more.")
  private boolean none;

  private static final Pattern TOOL = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");
  private static final Pattern OWNER = Pattern.compile("(mcp:)?[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");

  PolicyRequireCommand(CommandEnvironment environment) {
    super(environment);
  }

  @Override
  public Integer call() {
    if (none == (owner != null)) {
      throw wrongUsage("policy require takes an OWNER or --none");
    }
    if (!TOOL.matcher(name).matches()) {
      throw wrongUsage("'" + name + "' is no name of a tool");
    }
    if (owner != null && !OWNER.matcher(owner).matches()) {
      throw wrongUsage(
          "'" + owner + "' is no owner: write a bundle's symbolic name, or mcp:SERVER");
    }
    ConfigStore settings = writableSettings();
    List<String> required =
        new ArrayList<>(
            settings
                .get(PolicyPids.REGISTRY)
                .map(Configuration::values)
                .orElse(Map.of())
                .getOrDefault(PolicyPids.REQUIRED_OWNER, List.of()));
    required.removeIf(entry -> entry.isBlank() || nameOf(entry).equals(name));
    if (!none) {
      required.add(name + "=" + owner);
    }
    if (required.isEmpty()) {
      settings.updatePolicy(null, Map.of(), Set.of(PolicyPids.REQUIRED_OWNER));
    } else {
      settings.updatePolicy(null, Map.of(PolicyPids.REQUIRED_OWNER, required), Set.of());
    }
    out().println(none ? name + " requires no owner" : name + " requires " + owner);
    return DONE;
  }

  private static String nameOf(String entry) {
    int equals = entry.indexOf('=');
    return (equals < 0 ? entry : entry.substring(0, equals)).strip();
  }
}
