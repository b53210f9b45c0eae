package dev.talaria.terminal.internal.execution;

import dev.talaria.api.ToolException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Starts commands in a shell, each in a session of the operating system of its own where {@code
 * setsid} exists, so that all it starts can be found again. Immutable.
 */
public final class ShellLauncher {
  static final String MARKER = "TALARIA_TASK";

  private static final List<String> SHELLS =
      List.of("/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash", "/bin/sh");
  private static final List<String> SETSID = List.of("/usr/bin/setsid", "/bin/setsid");

  private final Optional<String> shell = firstExecutable(SHELLS);
  private final Optional<String> setsid = firstExecutable(SETSID);

  private static Optional<String> firstExecutable(List<String> paths) {
    return paths.stream().filter(p -> Files.isExecutable(Path.of(p))).findFirst();
  }

  /**
   * Starts a command; its error output joins its output.
   *
   * @param environment the whole of it
   * @param input whether somebody will write to it
   * @throws ToolException if it could not be started; nothing ran then
   */
  public RunningCommand start(
      String command, Path folder, Map<String, String> environment, boolean input)
      throws ToolException {
    if (shell.isEmpty()) {
      throw new ToolException(
          "There is no POSIX shell on this machine (looked for " + SHELLS + "); nothing ran.");
    }
    String marker = UUID.randomUUID().toString();
    List<String> line = new ArrayList<>();
    setsid.ifPresent(line::add);
    Stream.of(shell.get(), "-c", command).forEach(line::add);
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.directory(folder.toFile());
    builder.redirectErrorStream(true);
    builder.environment().clear();
    builder.environment().putAll(environment);
    builder.environment().put("PWD", folder.toString());
    builder.environment().put(MARKER, marker);
    if (!input) {
      builder.redirectInput(new File("/dev/null"));
    }
    try {
      Process process = builder.start();
      return new RunningCommand(process, new ProcessTree(process, marker, setsid.isPresent()));
    } catch (IOException e) {
      throw new ToolException(
          "The command could not be started (nothing ran): " + e.getMessage() + ".", e);
    }
  }
}
