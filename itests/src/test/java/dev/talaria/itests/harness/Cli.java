package dev.talaria.itests.harness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The command {@code talaria} of a distribution, one process a command. */
public final class Cli {
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  private final Path distribution;
  private final Home home;
  private final Path java;

  /** A command that runs on the Java of the tests. */
  public Cli(Path distribution, Home home) {
    this(distribution, home, Path.of(System.getProperty("java.home")));
  }

  /**
   * A command that runs on another Java.
   *
   * @param java its home
   */
  public Cli(Path distribution, Home home, Path java) {
    this.distribution = distribution;
    this.home = home;
    this.java = java;
  }

  public Home home() {
    return home;
  }

  /** What a command left. */
  public record Result(List<String> command, int exitCode, String out, String err) {
    /** Returns this if the command said it was done. */
    public Result done() {
      if (exitCode != 0) {
        throw new AssertionError(this.toString());
      }
      return this;
    }

    /** Returns its output as JSON. */
    public JsonNode json() {
      return Json.parse(out);
    }

    @Override
    public String toString() {
      return "talaria "
          + String.join(" ", command)
          + " ended with "
          + exitCode
          + ", stdout:\n"
          + out
          + "\nstderr:\n"
          + err;
    }
  }

  /** Runs a command to its end. */
  public Result run(String... arguments) {
    try (Child child = start(arguments)) {
      child.endInput();
      int exitCode = child.awaitExit(DEADLINE);
      return new Result(List.of(arguments), exitCode, child.out(), child.err());
    }
  }

  /** Starts a command; the caller ends it. */
  public Child start(String... arguments) {
    return Child.start("talaria-" + arguments[0], builder(arguments));
  }

  ProcessBuilder builder(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(distribution.resolve("bin/talaria").toString());
    command.addAll(List.of(arguments));
    command.add("--home");
    command.add(home.root().toString());
    ProcessBuilder builder = new ProcessBuilder(command).directory(home.workspace().toFile());
    builder.environment().put("JAVA_HOME", java.toString());
    return builder;
  }
}
