package dev.talaria.terminal.internal.execution;

import dev.talaria.api.Subscription;
import dev.talaria.api.ToolContext;
import dev.talaria.terminal.internal.output.HeadAndTail;
import dev.talaria.terminal.internal.output.OutputPump;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Waits for a command and ends all that is left of it. The caller's thread waits; one more thread
 * reads the output; cancellation comes as an interrupt or, from elsewhere, ends the shell.
 */
public final class ForegroundRun {
  /** Exit code of a command that took too long, as timeout(1) has it. */
  public static final int TIMED_OUT = 124;

  /** Exit code of a command that was interrupted, as shells have it. */
  public static final int INTERRUPTED = 130;

  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final Duration LAST_OUTPUT = Duration.ofMillis(500);

  private final RunningCommand command;
  private final ToolContext context;
  private final HeadAndTail output;

  /** How it ended. */
  public record Outcome(int exitCode, HeadAndTail output) {}

  /** Creates a run that keeps so many characters of output. */
  public ForegroundRun(RunningCommand command, ToolContext context, int outputChars) {
    this.command = command;
    this.context = context;
    this.output = new HeadAndTail(outputChars);
  }

  /** Waits for the end. The interrupt status of the thread is kept. */
  public Outcome await(Duration most) {
    Process process = command.process();
    OutputPump pump =
        new OutputPump(
            "terminal-output-" + process.pid(), process.getInputStream(), output::append);
    boolean interrupted = false;
    int exitCode;
    Subscription cancellation = context.onCancel(process::destroy);
    try {
      exitCode =
          process.waitFor(most.toMillis(), TimeUnit.MILLISECONDS)
              ? (context.isCancelled() ? INTERRUPTED : process.exitValue())
              : TIMED_OUT;
      pump.awaitEnd(LAST_OUTPUT);
    } catch (InterruptedException e) {
      interrupted = true;
      exitCode = INTERRUPTED;
    } finally {
      cancellation.close();
    }
    interrupted |= endRest(pump);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return new Outcome(exitCode, output);
  }

  /** Ends what is left; returns whether the thread was interrupted meanwhile. */
  private boolean endRest(OutputPump pump) {
    boolean interrupted = false;
    // An interrupt must not leave processes behind: a second attempt follows it.
    for (int attempt = 0; attempt < 2; attempt++) {
      try {
        command.tree().end(GRACE);
        pump.awaitEnd(LAST_OUTPUT);
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    pump.close();
    return interrupted;
  }
}
