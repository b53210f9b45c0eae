package dev.talaria.terminal.internal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Looks at processes from outside. */
final class Processes {
  private Processes() {}

  /** A zombie has ended; whether somebody has noticed is not our concern. */
  static boolean isAlive(long pid) {
    try {
      String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return !stat.substring(stat.lastIndexOf(')') + 2).startsWith("Z");
    } catch (IOException e) {
      return false;
    }
  }
}
