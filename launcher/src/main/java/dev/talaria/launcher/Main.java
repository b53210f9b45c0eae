package dev.talaria.launcher;

import dev.talaria.launcher.command.CommandEnvironment;
import dev.talaria.launcher.command.CommandLines;
import dev.talaria.launcher.distribution.Distribution;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The program {@code talaria}. */
public final class Main {
  private Main() {}

  /** Runs one command and ends the process with its exit code. */
  public static void main(String[] args) {
    PrintStream out = utf8(FileDescriptor.out);
    PrintStream err = utf8(FileDescriptor.err);
    CommandEnvironment environment =
        new CommandEnvironment(
            out,
            err,
            System.in,
            System.getenv(),
            Path.of("").toAbsolutePath(),
            userHome(),
            Distribution::current);
    int code = CommandLines.execute(environment, args);
    out.flush();
    err.flush();
    System.exit(code);
  }

  /** As the shell means it by {@code ~}; Java's own answer is the system's list of users. */
  private static String userHome() {
    String home = System.getenv("HOME");
    return home != null && home.startsWith("/") ? home : System.getProperty("user.home");
  }

  /** What clients read from a pipe is UTF-8, whatever the platform's own encoding is. */
  private static PrintStream utf8(FileDescriptor descriptor) {
    return new PrintStream(new FileOutputStream(descriptor), true, StandardCharsets.UTF_8);
  }
}
