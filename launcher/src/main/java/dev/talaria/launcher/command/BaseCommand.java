package dev.talaria.launcher.command;

import dev.talaria.launcher.home.Home;
import dev.talaria.launcher.runtime.Json;
import dev.talaria.launcher.runtime.RuntimeClient;
import dev.talaria.launcher.runtime.Runtimes;
import java.io.PrintStream;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/** What a command reaches. */
abstract class BaseCommand implements Callable<Integer> {
  static final int DONE = 0;
  static final int FAILED = 1;

  private final CommandEnvironment environment;

  @Spec private CommandSpec spec;

  BaseCommand(CommandEnvironment environment) {
    this.environment = environment;
  }

  final CommandEnvironment environment() {
    return environment;
  }

  final PrintStream out() {
    return environment.out();
  }

  final PrintStream err() {
    return environment.err();
  }

  final Home home() {
    return ((TalariaCommand) spec.root().userObject()).home();
  }

  final RuntimeClient runtime() {
    return Runtimes.require(home());
  }

  /** Returns the width of the terminal; without one, lines are not cut. */
  final int width() {
    String columns = environment.variables().getOrDefault(CommandEnvironment.COLUMNS, "");
    return columns.matches("[1-9][0-9]{1,4}") ? Integer.parseInt(columns) : Integer.MAX_VALUE;
  }

  final void printJson(JsonNode node) {
    out().println(Json.pretty(node));
  }

  final ParameterException wrongUsage(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
