package dev.talaria.terminal.internal.background;

import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolException;
import dev.talaria.terminal.internal.execution.RunningCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * The background processes of one session. The runtime closes this when the session ends or the
 * bundle leaves, and every process ends then. Guarded by itself; no process is started or ended
 * while the lock is held, but a place for it is taken beforehand.
 */
public final class SessionProcesses implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(SessionProcesses.class.getName());
  private static final int MAX_FINISHED = 32;

  private final Map<String, BackgroundProcess> processes = new LinkedHashMap<>();
  private int starting;
  private boolean closed;

  /** Starts a command. */
  @FunctionalInterface
  public interface Starter {
    /** Does it. */
    RunningCommand start() throws ToolException;
  }

  /** Returns the processes of a call's session. */
  public static SessionProcesses of(ToolContext context) {
    return context.sessionState(SessionProcesses.class, SessionProcesses::new);
  }

  /**
   * Starts a process.
   *
   * @param limit of processes that run at the same time
   * @throws ToolException if there are too many or it cannot be started
   */
  public BackgroundProcess start(String command, Path folder, int limit, Starter starter)
      throws ToolException {
    takePlace(limit);
    BackgroundProcess process = null;
    try {
      String id = "proc_" + UUID.randomUUID().toString().substring(0, 8);
      process = new BackgroundProcess(id, command, folder, starter.start());
    } finally {
      givePlaceBack(process);
    }
    synchronized (this) {
      if (!closed) {
        return process;
      }
    }
    end(process);
    throw new ToolException("The session has ended; the process was ended as well.");
  }

  private synchronized void takePlace(int limit) throws ToolException {
    if (closed) {
      throw new ToolException("The session has ended; nothing is started in it.");
    }
    long running = processes.values().stream().filter(BackgroundProcess::isRunning).count();
    if (running + starting >= limit) {
      throw new ToolException(
          "There are " + running + " background processes already; end one with process (kill).");
    }
    starting++;
  }

  private synchronized void givePlaceBack(BackgroundProcess started) {
    starting--;
    if (started == null) {
      return;
    }
    processes.put(started.id(), started);
    List<String> finished =
        processes.values().stream().filter(p -> !p.isRunning()).map(BackgroundProcess::id).toList();
    finished.stream().limit(Math.max(0, finished.size() - MAX_FINISHED)).forEach(processes::remove);
  }

  /** Returns all that are remembered, oldest first. */
  public synchronized List<BackgroundProcess> all() {
    return List.copyOf(processes.values());
  }

  /** Returns a process by its id. */
  public synchronized Optional<BackgroundProcess> find(String id) {
    return Optional.ofNullable(processes.get(id));
  }

  @Override
  public void close() {
    List<BackgroundProcess> rest;
    synchronized (this) {
      closed = true;
      rest = new ArrayList<>(processes.values());
      processes.clear();
    }
    // All are asked first, so that their graces run at the same time.
    rest.forEach(BackgroundProcess::signal);
    rest.forEach(SessionProcesses::end);
  }

  private static void end(BackgroundProcess process) {
    try {
      if (!process.end()) {
        LOG.log(
            System.Logger.Level.WARNING,
            "Background process {0} (pid {1}) of an ended session could not be ended",
            process.id(),
            Long.toString(process.pid()));
      }
    } catch (InterruptedException e) {
      process.signal();
      Thread.currentThread().interrupt();
    }
  }
}
