package dev.talaria.guard.commands;

import dev.talaria.guard.shell.ShellCommand;
import dev.talaria.guard.shell.ShellReader;
import dev.talaria.guard.shell.ShellSyntaxException;
import dev.talaria.guard.shell.ShellToken;
import dev.talaria.guard.shell.ShellWord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The hard floor: commands that never run, whatever was allowed. It reads the script as a shell
 * would, follows it into substitutions, {@code sudo} and {@code sh -c}, and refuses what it cannot
 * read where that could be harmful. It stops accidents and known tricks; it does not confine a
 * shell, which patterns cannot. Immutable, thread-safe.
 */
public final class CommandPolicy {
  private static final int MAX_DEPTH = 8;

  /** They start the command that follows somewhere in their arguments. */
  private static final Set<String> WRAPPERS =
      Set.of(
          "sudo",
          "doas",
          "env",
          "nohup",
          "nice",
          "ionice",
          "chrt",
          "taskset",
          "timeout",
          "time",
          "setsid",
          "stdbuf",
          "xargs",
          "exec",
          "command",
          "builtin",
          "busybox",
          "toybox",
          "chroot",
          "unshare",
          "nsenter",
          "watch",
          "parallel",
          "strace",
          "ltrace",
          "flock",
          "script",
          "su",
          "runuser",
          "pkexec",
          "systemd-run",
          "find",
          "fakeroot",
          "firejail",
          "bwrap",
          "setpriv",
          "catchsegv",
          "entr",
          "caffeinate",
          "start-stop-daemon",
          "fd",
          "coproc",
          "prlimit",
          "cgexec",
          "numactl",
          "unbuffer",
          "ssh",
          "screen",
          "tmux",
          "at",
          "batch");

  /** Behind each of these a command begins. */
  private static final Set<String> RESERVED =
      Set.of("{", "do", "then", "else", "elif", "if", "while", "until", "!", "time", "coproc");

  private static final Pattern INDEX = Pattern.compile("\\[[^\\]]{0,1000}(?:\\$\\(|`)");

  private static final Set<String> LOOPS = Set.of("for", "while", "until", "select", "function");

  /** Their first words are where to search. */
  private static final Set<String> SEARCHES = Set.of("find", "fd");

  private final CommandScope scope;
  private final List<Rule> rules;

  /** Makes the policy for a scope. */
  public CommandPolicy(CommandScope scope) {
    this.scope = scope;
    List<Path> named = new ArrayList<>(scope.protectedPaths());
    List<Rule> all = new ArrayList<>();
    scope.home().ifPresent(named::add);
    all.add(new RuntimeRule(named));
    scope.home().ifPresent(home -> all.add(new HomeRule(home)));
    all.add(new DeletionRule(scope.userHome()));
    all.add(new DeviceRule());
    all.add(new PowerRule(scope.protectedProcesses()));
    this.rules = List.copyOf(all);
  }

  /**
   * Decides on a command.
   *
   * @param command as a shell would get it
   * @param folder that it would run in; absolute
   */
  public CommandDecision decide(String command, Path folder) {
    try {
      Optional<String> reason = judge(command, new Places(folder), 0);
      return reason.isEmpty()
          ? new CommandDecision.Allowed()
          : new CommandDecision.Refused(true, "This never runs: " + reason.get() + ".");
    } catch (ShellSyntaxException e) {
      return new CommandDecision.Refused(
          false, "The command cannot be checked: " + e.getMessage() + ". Write it more simply.");
    }
  }

  private Optional<String> judge(String script, Places places, int depth)
      throws ShellSyntaxException {
    if (depth > MAX_DEPTH) {
      return Optional.of("it is nested too deeply");
    }
    List<ShellToken> tokens = ShellReader.read(script);
    if (SelfStarting.isIn(tokens)) {
      return Optional.of("a function that starts itself again (a fork bomb)");
    }
    List<ShellCommand> commands = ShellCommand.all(tokens);
    Variables variables = new Variables(commands, constants());
    if (repeats(commands) || variables.sets("CDPATH")) {
      // In a loop, a relative 'cd' leads somewhere else each time.
      places.lose();
    }
    for (boolean assigned : new boolean[] {true, false}) {
      WordExpander expander = new WordExpander(variables, assigned);
      for (ShellCommand command : commands) {
        Optional<String> reason = judge(command, expander, places, depth);
        if (reason.isPresent()) {
          return reason;
        }
      }
    }
    return Optional.empty();
  }

  private Map<String, String> constants() {
    // The parent of the outermost shell is the runtime.
    String parent =
        scope.protectedProcesses().stream().findFirst().map(String::valueOf).orElse("1");
    return Map.of("HOME", scope.userHome().toString(), "IFS", " \t\n", "PPID", parent);
  }

  private static boolean repeats(List<ShellCommand> commands) {
    boolean loop = false;
    boolean moves = false;
    for (ShellCommand command : commands) {
      for (ShellWord word : command.words()) {
        String text = word.plain().orElse("");
        loop |= LOOPS.contains(text);
        moves |= text.equals("cd") || text.equals("pushd");
      }
    }
    return loop && moves;
  }

  private Optional<String> judge(
      ShellCommand command, WordExpander expander, Places places, int depth)
      throws ShellSyntaxException {
    List<ShellWord> words = command.words();
    int start = 0;
    while (start < words.size() && Variables.assigned(words.get(start)).isPresent()) {
      start++;
    }
    List<Argument> arguments = expander.expand(words.subList(start, words.size()));
    for (Invocation invocation : beginnings(arguments, command)) {
      Optional<String> reason = judge(invocation, expander, places, depth);
      if (reason.isPresent()) {
        return reason;
      }
    }
    Optional<String> later = judgeLater(words, expander, places, depth);
    if (later.isPresent()) {
      return later;
    }
    // Values of assignments and lone redirections can name a folder of the runtime as well.
    Invocation rest =
        new Invocation(
            Argument.plain(":"), expander.expand(words.subList(0, start)), command.redirections());
    return firstAgainst(rest, expander, places);
  }

  /** Arithmetic expands the index of an array, wherever the text came from. */
  private Optional<String> judgeLater(
      List<ShellWord> words, WordExpander expander, Places places, int depth)
      throws ShellSyntaxException {
    for (ShellWord word : words) {
      for (ShellWord.Part part : word.parts()) {
        if (!(part instanceof ShellWord.Literal literal) || !INDEX.matcher(literal.text()).find()) {
          continue;
        }
        for (ShellCommand command : commandsIn(literal.text())) {
          Optional<String> reason =
              depth >= MAX_DEPTH
                  ? Optional.of("it is nested too deeply")
                  : judge(command, expander, places, depth + 1);
          if (reason.isPresent()) {
            return reason;
          }
        }
      }
    }
    return Optional.empty();
  }

  private static List<ShellCommand> commandsIn(String text) {
    try {
      return ShellCommand.in(ShellReader.readQuoted(text));
    } catch (ShellSyntaxException e) {
      // What this reader cannot read as an expansion, a shell cannot expand.
      return List.of();
    }
  }

  /** Returns the command from its first word on, and from behind every reserved word. */
  private static List<Invocation> beginnings(List<Argument> arguments, ShellCommand command) {
    List<Invocation> all = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      if (i == 0 || RESERVED.contains(arguments.get(i - 1).text())) {
        int first = i;
        while (first < arguments.size() - 1
            && arguments.get(first).text().matches("[A-Za-z_][A-Za-z0-9_]*\\+?=.*")) {
          first++;
        }
        all.add(
            new Invocation(
                arguments.get(first),
                arguments.subList(first + 1, arguments.size()),
                command.redirections()));
      }
    }
    return all;
  }

  private Optional<String> judge(
      Invocation invocation, WordExpander expander, Places places, int depth)
      throws ShellSyntaxException {
    if (!invocation.isProgramKnown()) {
      return Optional.of("the command's name is computed; write it out");
    }
    String program = invocation.program();
    if (program.equals("ln")) {
      places.makeLinks();
    }
    if (program.equals("cd") || program.equals("pushd") || program.equals("popd")) {
      move(invocation, places);
    }
    Optional<String> reason = firstAgainst(invocation, expander, places);
    if (reason.isPresent()) {
      return reason;
    }
    ScriptRule.Found found = ScriptRule.in(invocation, expander);
    if (found.refusal().isPresent()) {
      return found.refusal();
    }
    for (String script : found.scripts()) {
      Optional<String> inner = judge(script, places, depth + 1);
      if (inner.isPresent()) {
        return inner;
      }
    }
    return WRAPPERS.contains(program)
        ? judgeWrapped(invocation, expander, places, depth)
        : Optional.empty();
  }

  private Optional<String> judgeWrapped(
      Invocation wrapper, WordExpander expander, Places places, int depth)
      throws ShellSyntaxException {
    List<Argument> arguments = wrapper.arguments();
    if (wrapper.hasOption('C', "--chdir") || wrapper.hasOption('D', "--chdir")) {
      places.lose();
    }
    boolean input = wrapper.program().equals("xargs") || wrapper.program().equals("parallel");
    for (int i = 0; i < arguments.size(); i++) {
      List<Argument> behind = new ArrayList<>(arguments.subList(i + 1, arguments.size()));
      if (input) {
        // What comes from the input becomes further arguments.
        behind.add(new Argument(Argument.UNKNOWN, false, false, true));
      }
      Invocation wrapped = new Invocation(arguments.get(i), behind, List.of());
      boolean startsHere =
          !arguments.get(i).isOption() && startsAt(wrapper.program(), arguments, i);
      if (!wrapped.isProgramKnown() && !startsHere) {
        continue;
      }
      Optional<String> reason =
          depth >= MAX_DEPTH
              ? Optional.of("it is nested too deeply")
              : judge(wrapped, expander, places, depth + 1);
      if (reason.isPresent()) {
        return reason;
      }
    }
    return Optional.empty();
  }

  /** Returns whether a word is surely the name of a program. */
  private static boolean startsAt(String wrapper, List<Argument> arguments, int i) {
    return SEARCHES.contains(wrapper)
        ? i > 0 && arguments.get(i - 1).text().matches("-x|-X|--?exec.*|-ok(dir)?")
        : i == firstOperand(arguments);
  }

  private static int firstOperand(List<Argument> arguments) {
    int i = 0;
    while (i < arguments.size()
        && (arguments.get(i).isOption() || arguments.get(i).text().indexOf('=') > 0)) {
      i++;
    }
    return i;
  }

  private static void move(Invocation invocation, Places places) {
    List<Argument> operands = invocation.operands();
    boolean plain = invocation.program().equals("cd") || invocation.program().equals("pushd");
    if (!plain || operands.size() > 1) {
      places.lose();
    } else if (operands.isEmpty()) {
      places.lose();
    } else {
      places.enter(operands.get(0));
    }
  }

  private Optional<String> firstAgainst(
      Invocation invocation, WordExpander expander, Places places) {
    for (Rule rule : rules) {
      Optional<String> reason = rule.against(invocation, places, expander);
      if (reason.isPresent()) {
        return reason;
      }
    }
    return Optional.empty();
  }
}
