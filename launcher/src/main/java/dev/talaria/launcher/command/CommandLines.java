package dev.talaria.launcher.command;

import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.output.Text;
import java.io.PrintWriter;
import java.lang.reflect.Constructor;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Runs a line of arguments: 0 is done, 1 is refused or failed, 2 is wrong usage. */
public final class CommandLines {
  private CommandLines() {}

  /** Runs a command and returns its exit code. */
  public static int execute(CommandEnvironment environment, String... args) {
    PrintWriter out = new PrintWriter(environment.out(), true, StandardCharsets.UTF_8);
    PrintWriter err = new PrintWriter(environment.err(), true, StandardCharsets.UTF_8);
    return new CommandLine(TalariaCommand.class, factory(environment))
        // Arguments of tools begin with @ themselves.
        .setExpandAtFiles(false)
        .setAbbreviatedOptionsAllowed(false)
        .setUsageHelpAutoWidth(true)
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .setOut(out)
        .setErr(err)
        .setParameterExceptionHandler((e, a) -> wrongUsage(e, environment))
        .setExecutionExceptionHandler((e, line, result) -> failed(e, environment))
        .execute(args);
  }

  private static CommandLine.IFactory factory(CommandEnvironment environment) {
    return new CommandLine.IFactory() {
      @Override
      public <K> K create(Class<K> type) throws Exception {
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
          if (Arrays.equals(
              constructor.getParameterTypes(), new Class<?>[] {CommandEnvironment.class})) {
            return type.cast(constructor.newInstance(environment));
          }
        }
        return CommandLine.defaultFactory().create(type);
      }
    };
  }

  private static int wrongUsage(ParameterException e, CommandEnvironment environment) {
    CommandSpec spec = e.getCommandLine().getCommandSpec();
    environment
        .err()
        .println(
            "talaria: " + Text.line(messageOf(e)) + " (see `" + spec.qualifiedName() + " --help`)");
    return CommandLine.ExitCode.USAGE;
  }

  private static String messageOf(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched && !unmatched.isUnknownOption()) {
      return "unknown command or argument '" + unmatched.getUnmatched().get(0) + "'";
    }
    return e.getMessage();
  }

  private static int failed(Exception e, CommandEnvironment environment) {
    if (e instanceof RefusedException) {
      environment.err().println("talaria: " + Text.line(e.getMessage()));
    } else {
      // A fault of this program: only its trace tells where.
      environment.err().println("talaria: this is a fault of talaria itself");
      e.printStackTrace(environment.err());
    }
    return CommandLine.ExitCode.SOFTWARE;
  }
}
