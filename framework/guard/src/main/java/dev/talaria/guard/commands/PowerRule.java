package dev.talaria.guard.commands;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The machine, all processes and the runtime are not ended. */
final class PowerRule implements Rule {
  private static final Set<String> NEVER =
      Set.of(
          "shutdown",
          "reboot",
          "halt",
          "poweroff",
          "kexec",
          "killall5",
          "pm-suspend",
          "pm-hibernate",
          "pm-powersave");
  private static final Set<String> VERBS =
      Set.of(
          "poweroff",
          "reboot",
          "halt",
          "kexec",
          "soft-reboot",
          "suspend",
          "hibernate",
          "hybrid-sleep",
          "suspend-then-hibernate",
          "rescue",
          "emergency",
          "default",
          "isolate",
          "exit",
          "switch-root");

  private final Set<Long> protectedProcesses;

  PowerRule(Set<Long> protectedProcesses) {
    this.protectedProcesses = protectedProcesses;
  }

  @Override
  public Optional<String> against(Invocation invocation, Places places, WordExpander expander) {
    String program = invocation.program();
    if (NEVER.contains(program)) {
      return Optional.of("'" + program + "' ends the machine or all processes");
    }
    return switch (program) {
      case "init", "telinit" -> runLevel(invocation);
      case "systemctl", "loginctl" -> verb(invocation);
      case "kill" -> kill(invocation);
      case "pkill", "killall", "skill" -> byName(invocation);
      default -> Optional.empty();
    };
  }

  private static Optional<String> runLevel(Invocation invocation) {
    return invocation.operands().stream()
            .anyMatch(a -> !a.known() || Set.of("0", "1", "6", "s", "S").contains(a.text()))
        ? Optional.of("changing the run level ends the machine")
        : Optional.empty();
  }

  private static Optional<String> verb(Invocation invocation) {
    return invocation.arguments().stream().anyMatch(a -> !a.known() || VERBS.contains(a.text()))
        ? Optional.of("'" + invocation.program() + "' with a power verb")
        : Optional.empty();
  }

  private Optional<String> kill(Invocation invocation) {
    List<Argument> arguments = invocation.arguments();
    boolean signalled = false;
    for (int i = 0; i < arguments.size(); i++) {
      String text = arguments.get(i).text();
      boolean first = !signalled && text.startsWith("-") && !text.equals("--");
      if (text.equals("-l") || text.equals("-L")) {
        return Optional.empty();
      }
      if (first && arguments.size() > 1) {
        signalled = true;
        i += text.equals("-s") || text.equals("-n") ? 1 : 0;
        continue;
      }
      if (text.equals("-1") || text.equals("0") || text.equals("-0")) {
        return Optional.of("'kill " + text + "' ends everything");
      }
      if (!arguments.get(i).known() && text.contains(Argument.UNKNOWN)) {
        // $! and $pid are how scripts end what they began; they run in a session of their own.
        continue;
      }
      if (isProtected(text)) {
        return Optional.of("process " + text + " belongs to the runtime");
      }
    }
    return Optional.empty();
  }

  private boolean isProtected(String text) {
    return text.matches("-?[0-9]{1,18}")
        && protectedProcesses.contains(Math.abs(Long.parseLong(text)));
  }

  private static Optional<String> byName(Invocation invocation) {
    return invocation.arguments().stream()
            .anyMatch(a -> !a.known() || a.text().matches("(?i).*(java|talaria).*|-?\\.[*+]?"))
        ? Optional.of("'" + invocation.program() + "' may end the runtime; kill by process id")
        : Optional.empty();
  }
}
