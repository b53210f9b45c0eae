package dev.talaria.terminal.internal.execution;

import java.util.Optional;

/** What exit codes usually mean. */
public final class ExitCodes {
  private ExitCodes() {}

  /** Returns the meaning of a code that has one beyond "failed". */
  public static Optional<String> meaning(int code, String command) {
    return switch (code) {
      case 0 -> Optional.empty();
      case 1 ->
          command.strip().matches("(?s)(grep|rg|egrep|fgrep)\\s.*")
              ? Optional.of("no line matched")
              : command.strip().matches("(?s)diff\\s.*")
                  ? Optional.of("the files differ")
                  : Optional.empty();
      case ForegroundRun.TIMED_OUT -> Optional.of("the time was over and the command was ended");
      case 126 -> Optional.of("the program cannot be executed");
      case 127 -> Optional.of("the program was not found");
      case ForegroundRun.INTERRUPTED -> Optional.of("interrupted");
      case 134 -> Optional.of("aborted (signal 6)");
      case 137 -> Optional.of("killed (signal 9), perhaps for lack of memory");
      case 139 -> Optional.of("segmentation fault (signal 11)");
      case 143 -> Optional.of("ended (signal 15)");
      default -> Optional.empty();
    };
  }
}
