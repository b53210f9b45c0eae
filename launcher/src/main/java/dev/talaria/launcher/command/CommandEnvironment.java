package dev.talaria.launcher.command;

import dev.talaria.launcher.distribution.Distribution;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

/**
 * What surrounds a command.
 *
 * @param out for the command's own output
 * @param err for messages
 * @param in for input
 * @param variables of the environment
 * @param currentFolder that relative names are meant from
 * @param userHome the user's home folder
 * @param distribution found when a command needs it
 */
public record CommandEnvironment(
    PrintStream out,
    PrintStream err,
    InputStream in,
    Map<String, String> variables,
    Path currentFolder,
    String userHome,
    Supplier<Distribution> distribution) {
  /** The variable by which the distribution's script says how wide the terminal is. */
  public static final String COLUMNS = "TALARIA_COLUMNS";

  /** The variable by which the script of a checkout says where it is. */
  public static final String COMMAND = "TALARIA_COMMAND";
}
