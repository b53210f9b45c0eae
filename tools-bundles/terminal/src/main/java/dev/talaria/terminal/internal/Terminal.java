package dev.talaria.terminal.internal;

import dev.talaria.api.Default;
import dev.talaria.api.Doc;
import dev.talaria.api.Example;
import dev.talaria.api.Length;
import dev.talaria.api.Maximum;
import dev.talaria.api.Minimum;
import dev.talaria.api.SeeAlso;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolException;
import dev.talaria.api.ToolSpec;
import dev.talaria.terminal.internal.access.TerminalAccess;
import dev.talaria.terminal.internal.background.BackgroundProcess;
import dev.talaria.terminal.internal.background.SessionProcesses;
import dev.talaria.terminal.internal.execution.ExitCodes;
import dev.talaria.terminal.internal.execution.ForegroundRun;
import dev.talaria.terminal.internal.execution.RunningCommand;
import dev.talaria.terminal.internal.execution.ShellLauncher;
import dev.talaria.terminal.internal.output.ReadableText;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Runs a command in a shell. */
@Component
@ToolSpec(
    name = "terminal",
    toolset = "terminal",
    title = "Terminal",
    emoji = "💻",
    destructive = true,
    openWorld = true,
    timeout = "630s",
    description =
        "Runs a shell command in the workspace and returns its output and exit code. Each call is a"
            + " new shell: nothing is kept of the last one but files. For servers and long work set"
            + " background=true. There is no input and no terminal: use options that do not ask.")
@SeeAlso(
    tools = "process",
    text = "What was started with background=true is looked after with process.")
@SeeAlso(
    tools = {"read_file", "search_files"},
    text = "To read or search files, use read_file and search_files instead of commands.")
@SeeAlso(
    tools = {"patch", "write_file"},
    text = "To change files, use patch and write_file instead of commands.")
public final class Terminal implements Tool<Terminal.Args> {
  private static final Duration FOR_THE_ANSWER = Duration.ofSeconds(10);

  private final TerminalAccess access;
  private final ShellLauncher launcher = new ShellLauncher();
  private final ReadableText readable = new ReadableText();

  /** Activates the tool. */
  @Activate
  public Terminal(@Reference TerminalAccess access) {
    this.access = access;
  }

  /** The parameters; names are those that models know. */
  public record Args(
      @Doc("The command, as for a POSIX shell.")
          @Example("git status --short")
          @Length(min = 1, max = 100_000)
          String command,
      @Doc("Start it in the background and return at once with its session_id.") @Default("false")
          boolean background,
      @Doc("Seconds after which a foreground command is ended (exit code 124).")
          @Default("180")
          @Minimum(1)
          @Maximum(600)
          int timeout,
      @Doc("Folder to run in: relative to the workspace, or absolute inside it.")
          Optional<String> workdir) {}

  /** The answer. */
  public record Result(
      @Doc("What the command wrote, errors included.") Optional<String> output,
      @Doc("The exit code: 0 is success, 124 the time was over, 130 interrupted.")
          Optional<Integer> exit_code,
      @Doc("What the exit code means, where that is known.") Optional<String> exit_code_meaning,
      @Doc("Whether the middle of the output was left out.") Optional<Boolean> truncated,
      @Doc("Why the command did not come to its own end.") Optional<String> error,
      @Doc("Of a background process: its id, for looking after it.") Optional<String> session_id,
      @Doc("Of a background process: its id in the operating system.") Optional<Long> pid) {}

  @Override
  public Result call(Args args, ToolContext context) throws ToolException {
    Path folder = access.folder(context, args.workdir());
    access.approval().require(context, args.command(), folder);
    return args.background()
        ? background(args, context, folder)
        : foreground(args, context, folder);
  }

  private Result background(Args args, ToolContext context, Path folder) throws ToolException {
    BackgroundProcess process =
        SessionProcesses.of(context)
            .start(
                args.command(),
                folder,
                access.backgroundLimit(),
                () -> launcher.start(args.command(), folder, access.environment(), true));
    return new Result(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(process.id()),
        Optional.of(process.pid()));
  }

  private Result foreground(Args args, ToolContext context, Path folder) throws ToolException {
    Duration left = context.remaining().minus(FOR_THE_ANSWER);
    Duration wanted = Duration.ofSeconds(args.timeout());
    Duration most = left.compareTo(wanted) < 0 ? left : wanted;
    if (most.isNegative() || most.isZero()) {
      throw new ToolException("There is no time left for a command; nothing ran.");
    }
    RunningCommand running = launcher.start(args.command(), folder, access.environment(), false);
    ForegroundRun.Outcome outcome =
        new ForegroundRun(running, context, access.outputChars()).await(most);
    return new Result(
        Optional.of(readable.of(outcome.output().text())),
        Optional.of(outcome.exitCode()),
        ExitCodes.meaning(outcome.exitCode(), args.command()),
        Optional.of(outcome.output().isCut()),
        error(outcome.exitCode(), most),
        Optional.empty(),
        Optional.empty());
  }

  private static Optional<String> error(int exitCode, Duration most) {
    return switch (exitCode) {
      case ForegroundRun.TIMED_OUT ->
          Optional.of(
              "Not done after "
                  + most.toSeconds()
                  + " s and ended with all it had started. Give more time, or use"
                  + " background=true.");
      case ForegroundRun.INTERRUPTED -> Optional.of("The command was interrupted.");
      default -> Optional.empty();
    };
  }
}
