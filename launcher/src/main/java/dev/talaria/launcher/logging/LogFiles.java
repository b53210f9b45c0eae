package dev.talaria.launcher.logging;

import java.nio.file.Path;

/**
 * Tells Logback where its configuration and the log are. To be called before the first logger is
 * made: without its configuration Logback writes every debug line to stdout.
 */
public final class LogFiles {
  /** System property that the configuration refers to. */
  static final String FOLDER_PROPERTY = "talaria.logs";

  private LogFiles() {}

  /** Keeps libraries quiet in a command that has no log; as {@link #use}, before any logger. */
  public static void silence() {
    if (System.getProperty("logback.configurationFile") == null) {
      System.setProperty("logback.configurationFile", "dev/talaria/launcher/logging/silent.xml");
    }
  }

  public static void use(Path configuration, Path logFolder) {
    System.setProperty("logback.configurationFile", configuration.toString());
    System.setProperty(FOLDER_PROPERTY, logFolder.toString());
  }
}
