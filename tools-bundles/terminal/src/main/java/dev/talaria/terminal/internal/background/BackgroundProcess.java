package dev.talaria.terminal.internal.background;

import dev.talaria.terminal.internal.execution.RunningCommand;
import dev.talaria.terminal.internal.output.OutputPump;
import dev.talaria.terminal.internal.output.RecentOutput;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/**
 * One process in the background. Its output is read by a thread that ends with the process's
 * output; its input is written by a thread that is made when it is first needed. Thread-safe.
 */
public final class BackgroundProcess {
  private static final int KEPT_CHARS = 200_000;
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final Duration LAST_OUTPUT = Duration.ofMillis(500);

  private final String id;
  private final String command;
  private final Path folder;
  private final Instant started = Instant.now();
  private final RunningCommand running;
  private final RecentOutput output = new RecentOutput(KEPT_CHARS);
  private final OutputPump pump;
  private final ProcessInput input;

  BackgroundProcess(String id, String command, Path folder, RunningCommand running) {
    this.id = id;
    this.command = command;
    this.folder = folder;
    this.running = running;
    this.pump =
        new OutputPump("terminal-output-" + id, running.process().getInputStream(), output::append);
    this.input = new ProcessInput("terminal-input-" + id, running.process().getOutputStream());
    running.process().onExit().thenRun(input::end);
  }

  /** Returns its id in the session. */
  public String id() {
    return id;
  }

  /** Returns the command. */
  public String command() {
    return command;
  }

  /** Returns the folder that it was started in. */
  public Path folder() {
    return folder;
  }

  /** Returns the id of its shell in the operating system. */
  public long pid() {
    return running.process().pid();
  }

  /** Returns how long ago it was started. */
  public Duration age() {
    return Duration.between(started, Instant.now());
  }

  /** Returns whether its shell runs. */
  public boolean isRunning() {
    return running.process().isAlive();
  }

  /** Returns the exit code when it has ended. */
  public OptionalInt exitCode() {
    return isRunning() ? OptionalInt.empty() : OptionalInt.of(running.process().exitValue());
  }

  /** Returns what it wrote. */
  public RecentOutput output() {
    return output;
  }

  /** Returns the way to write to it. */
  public ProcessInput input() {
    return input;
  }

  /** Waits for its end and its last output; returns whether it has ended. */
  public boolean await(Duration most) throws InterruptedException {
    boolean ended = running.process().waitFor(most.toMillis(), TimeUnit.MILLISECONDS);
    if (ended) {
      pump.awaitEnd(LAST_OUTPUT);
    }
    return ended;
  }

  /** Asks it and all that it started to end, without waiting. */
  void signal() {
    running.tree().signal();
  }

  /** Ends it and all that it started; returns whether nothing is left. */
  public boolean end() throws InterruptedException {
    boolean ended = running.tree().end(GRACE);
    pump.awaitEnd(LAST_OUTPUT);
    pump.close();
    input.end();
    return ended;
  }
}
