package dev.talaria.guard.commands;

import dev.talaria.guard.shell.ShellToken.Redirection;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the commands that a command is given as text ({@code sh -c}, {@code eval}, ...), so that
 * they are judged as well, and refuses shells whose commands nobody can read beforehand.
 */
final class ScriptRule {
  private static final Set<String> SHELLS =
      Set.of(
          "sh", "bash", "dash", "zsh", "ksh", "ksh93", "mksh", "ash", "rbash", "yash", "fish",
          "csh", "tcsh", "rksh", "lksh", "posh", "hush");

  /** Their arguments, put together, are a script. */
  private static final Set<String> EVALUATE = Set.of("eval");

  /** Any of their arguments with a blank in it may be a script. */
  private static final Set<String> TAKE_TEXT =
      Set.of(
          "trap",
          "su",
          "runuser",
          "script",
          "watch",
          "flock",
          "parallel",
          "env",
          "systemd-run",
          "xargs",
          "alias",
          "sudo",
          "doas",
          "ssh",
          "entr",
          "expect",
          "screen",
          "tmux",
          "time");

  private static final Set<String> VALUED =
      Set.of("-o", "+o", "-O", "+O", "--rcfile", "--init-file");

  /** What was found in one command. */
  record Found(List<String> scripts, Optional<String> refusal) {}

  private ScriptRule() {}

  static Found in(Invocation invocation, WordExpander expander) {
    String program = invocation.program();
    if (SHELLS.contains(program)) {
      return shell(invocation, expander);
    }
    if (EVALUATE.contains(program)) {
      return invocation.arguments().stream().allMatch(Argument::known)
          ? found(String.join(" ", invocation.arguments().stream().map(Argument::text).toList()))
          : unreadable("'eval' of a computed text cannot be checked");
    }
    if (program.equals(".") || program.equals("source")) {
      return invocation.arguments().stream().limit(1).allMatch(ScriptRule::isFile)
          ? new Found(List.of(), Optional.empty())
          : unreadable("a script from a pipe cannot be checked");
    }
    if (TAKE_TEXT.contains(program)) {
      return new Found(
          invocation.arguments().stream()
              .map(Argument::text)
              .map(t -> program.equals("alias") ? t.substring(t.indexOf('=') + 1) : t)
              .filter(t -> t.indexOf(' ') >= 0 || t.indexOf('\t') >= 0 || t.indexOf(';') >= 0)
              .toList(),
          Optional.empty());
    }
    return new Found(List.of(), Optional.empty());
  }

  private static Found shell(Invocation invocation, WordExpander expander) {
    List<Argument> arguments = invocation.arguments();
    List<String> scripts = new ArrayList<>();
    boolean textComes = false;
    boolean textSeen = false;
    for (int i = 0; i < arguments.size(); i++) {
      Argument argument = arguments.get(i);
      String text = argument.text();
      if (VALUED.contains(text)) {
        i++;
      } else if (text.startsWith("-") || text.startsWith("+")) {
        if (text.equals("--version") || text.equals("--help")) {
          return new Found(List.of(), Optional.empty());
        }
        textComes |= !text.startsWith("--") && text.indexOf('c') > 0;
        textComes |= text.equals("--command");
        if (!argument.known()) {
          return unreadable("a shell with computed options cannot be checked");
        }
        if (text.equals("-") || text.indexOf('s') > 0 && !text.startsWith("--")) {
          return fromInput(invocation, expander);
        }
      } else if (textComes) {
        if (!argument.known() || argument.pattern()) {
          return unreadable("a shell with a computed script cannot be checked");
        }
        if (!textSeen || text.indexOf(' ') >= 0) {
          scripts.add(text);
        }
        textSeen = true;
      } else {
        return isFile(argument)
            ? fileOperand(argument)
            : unreadable("a script from a pipe cannot be checked");
      }
    }
    return textSeen ? new Found(scripts, Optional.empty()) : fromInput(invocation, expander);
  }

  private static Found fileOperand(Argument argument) {
    String text = argument.text();
    String name = text.substring(text.lastIndexOf('/') + 1);
    return name.equals("talaria")
        ? unreadable("the command 'talaria' is the operator's")
        : new Found(List.of(), Optional.empty());
  }

  private static Found fromInput(Invocation invocation, WordExpander expander) {
    for (Redirection redirection : invocation.redirections()) {
      List<Argument> read = expander.expand(redirection.document().orElse(redirection.target()));
      boolean known = read.stream().allMatch(Argument::known);
      if (redirection.symbol().startsWith("<<") && known) {
        return found(String.join(" ", read.stream().map(Argument::text).toList()));
      }
      if (redirection.symbol().equals("<") && read.size() == 1 && isFile(read.get(0))) {
        return new Found(List.of(), Optional.empty());
      }
    }
    return unreadable("a shell that reads its commands from its input cannot be checked");
  }

  private static boolean isFile(Argument argument) {
    return argument.known()
        && !argument.text().startsWith("/dev/")
        && !argument.text().startsWith("/proc/");
  }

  private static Found found(String script) {
    return new Found(List.of(script), Optional.empty());
  }

  private static Found unreadable(String reason) {
    return new Found(List.of(), Optional.of(reason));
  }
}
