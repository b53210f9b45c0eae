package dev.talaria.launcher.command;

import picocli.CommandLine.Option;

/** {@code --json}, on every command that prints data. */
final class JsonOption {
  @Option(names = "--json", description = "Prints the data as JSON, as the runtime's API gives it.")
  private boolean json;

  boolean wanted() {
    return json;
  }
}
