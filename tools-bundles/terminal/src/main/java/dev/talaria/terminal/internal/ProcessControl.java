package dev.talaria.terminal.internal;

import dev.talaria.api.Default;
import dev.talaria.api.Doc;
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
import dev.talaria.terminal.internal.background.ProcessInput;
import dev.talaria.terminal.internal.background.SessionProcesses;
import dev.talaria.terminal.internal.output.ReadableText;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Looks after background processes. */
@Component
@ToolSpec(
    name = "process",
    toolset = "terminal",
    title = "Background processes",
    emoji = "⚙️",
    destructive = true,
    openWorld = true,
    timeout = "630s",
    description =
        "Looks after the background processes of this session: list them, read their output, wait"
            + " for their end, write to their input, end them. They end with the session.")
@SeeAlso(tools = "terminal", text = "They are started by terminal with background=true.")
public final class ProcessControl implements Tool<ProcessControl.Args> {
  private static final Duration FOR_THE_ANSWER = Duration.ofSeconds(5);
  private static final Duration FOR_INPUT = Duration.ofSeconds(5);

  private final TerminalAccess access;
  private final ReadableText readable = new ReadableText();

  /** Activates the tool. */
  @Activate
  public ProcessControl(@Reference TerminalAccess access) {
    this.access = access;
  }

  /** What to do. */
  public enum Action {
    /** List. */
    @Doc("all processes of this session")
    list,
    /** Poll. */
    @Doc("state, and output since the last poll or wait")
    poll,
    /** Log. */
    @Doc("lines of the output kept, by offset and limit")
    log,
    /** Wait. */
    @Doc("waits for the end, at most timeout seconds")
    wait,
    /** Kill. */
    @Doc("ends the process and all that it started")
    kill,
    /** Write. */
    @Doc("writes data to its input")
    write,
    /** Submit. */
    @Doc("writes data and a line end to its input")
    submit,
    /** Close. */
    @Doc("closes its input")
    close
  }

  /** The parameters. */
  public record Args(
      @Doc("What to do.") Action action,
      @Doc("The process; all actions but list need it.") Optional<String> session_id,
      @Doc("Text for write and submit.") @Length(max = 65_536) Optional<String> data,
      @Doc("Seconds that wait waits at most.") @Default("60") @Minimum(1) @Maximum(600) int timeout,
      @Doc("For log: number of the first line, from 0; without it the last lines.") @Minimum(0)
          Optional<Integer> offset,
      @Doc("For log: how many lines.") @Default("200") @Minimum(1) @Maximum(2000) int limit) {}

  /** One process. */
  public record Row(
      @Doc("Its id for the other actions.") String session_id,
      @Doc("The command.") String command,
      @Doc("Its id in the operating system.") long pid,
      @Doc("running or exited.") String status,
      @Doc("The exit code, when it has exited.") Optional<Integer> exit_code,
      @Doc("Seconds since its start.") long age_seconds) {}

  /** The answer. */
  public record Result(
      @Doc("The processes, for list; else the one in question.") List<Row> processes,
      @Doc("What it wrote.") Optional<String> output,
      @Doc("For log: lines kept in all.") Optional<Integer> total_lines,
      @Doc("Whether the begin of the output is gone.") Optional<Boolean> truncated,
      @Doc("What happened.") Optional<String> message) {}

  @Override
  public Result call(Args args, ToolContext context) throws Exception {
    SessionProcesses processes = SessionProcesses.of(context);
    if (args.action() == Action.list) {
      return new Result(
          processes.all().stream().map(ProcessControl::row).toList(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }
    String id =
        args.session_id()
            .orElseThrow(() -> new ToolException("action=" + args.action() + " needs session_id."));
    BackgroundProcess process =
        processes
            .find(id)
            .orElseThrow(
                () ->
                    new ToolException("This session has no process " + id + "; see action=list."));
    return switch (args.action()) {
      case list, poll -> unread(process, "");
      case log -> log(process, args);
      case wait -> await(process, args, context);
      case kill -> kill(process);
      case write -> write(process, data(args), true);
      case submit -> write(process, data(args) + "\n", false);
      case close -> input(process, process.input().close(FOR_INPUT), "The input is closed.");
    };
  }

  private Result await(BackgroundProcess process, Args args, ToolContext context)
      throws InterruptedException {
    Duration left = context.remaining().minus(FOR_THE_ANSWER);
    Duration wanted = Duration.ofSeconds(args.timeout());
    Duration most = left.compareTo(wanted) < 0 ? left : wanted;
    boolean ended = process.await(most.isNegative() ? Duration.ZERO : most);
    return unread(process, ended ? "" : "Still running after " + most.toSeconds() + " s.");
  }

  private Result kill(BackgroundProcess process) throws InterruptedException, ToolException {
    boolean was = process.isRunning();
    if (!process.end()) {
      throw new ToolException("The process could not be ended within some seconds; try again.");
    }
    return unread(process, was ? "Ended." : "It had ended before.");
  }

  private Result write(BackgroundProcess process, String data, boolean mayBeEmpty)
      throws InterruptedException, ToolException {
    if (mayBeEmpty && data.isEmpty()) {
      throw new ToolException("data is empty: there is nothing to write.");
    }
    access.approval().requireInput(data, process.folder());
    return input(
        process,
        process.input().write(data.getBytes(StandardCharsets.UTF_8), FOR_INPUT),
        "Written.");
  }

  private Result input(BackgroundProcess process, ProcessInput.Outcome outcome, String done)
      throws ToolException {
    return switch (outcome) {
      case WRITTEN -> only(process, done);
      case WAITING -> only(process, "The process does not read its input now; it waits there.");
      case FULL ->
          throw new ToolException(
              "The process does not read its input and too much waits there already.");
      case CLOSED ->
          throw new ToolException("The process has ended or its input is closed; see action=poll.");
    };
  }

  private Result only(BackgroundProcess process, String message) {
    return new Result(
        List.of(row(process)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.of(message));
  }

  private Result unread(BackgroundProcess process, String message) {
    return new Result(
        List.of(row(process)),
        Optional.of(readable.of(process.output().unread(access.outputChars()))),
        Optional.empty(),
        Optional.empty(),
        message.isEmpty() ? Optional.empty() : Optional.of(message));
  }

  private Result log(BackgroundProcess process, Args args) {
    boolean cut = process.output().isCut();
    List<String> lines = readable.of(process.output().text()).lines().toList();
    int from =
        Math.min(lines.size(), args.offset().orElse(Math.max(0, lines.size() - args.limit())));
    int to = (int) Math.min(lines.size(), (long) from + args.limit());
    String text = String.join("\n", lines.subList(from, to));
    int most = access.outputChars();
    boolean tooLong = text.length() > most;
    return new Result(
        List.of(row(process)),
        Optional.of(tooLong ? text.substring(text.length() - most) : text),
        Optional.of(lines.size()),
        Optional.of(cut || tooLong),
        Optional.empty());
  }

  private static String data(Args args) throws ToolException {
    return args.data()
        .orElseThrow(() -> new ToolException("action=" + args.action() + " needs data."));
  }

  private static Row row(BackgroundProcess process) {
    Optional<Integer> exitCode =
        process.exitCode().isPresent()
            ? Optional.of(process.exitCode().getAsInt())
            : Optional.empty();
    return new Row(
        process.id(),
        process.command(),
        process.pid(),
        exitCode.isPresent() ? "exited" : "running",
        exitCode,
        process.age().toSeconds());
  }
}
