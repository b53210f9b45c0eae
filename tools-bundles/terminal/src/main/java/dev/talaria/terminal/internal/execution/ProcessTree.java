package dev.talaria.terminal.internal.execution;

import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/**
 * A process and all that came of it. Its members are found in three ways, since each can be evaded
 * alone: as descendants, as members of its session, and by a mark in the environment that children
 * inherit. A program that detaches itself and clears its environment is not found. Thread-safe.
 */
public final class ProcessTree {
  private static final Duration ROUND = Duration.ofMillis(200);
  private static final Duration KILL_DEADLINE = Duration.ofSeconds(5);

  private final Process process;
  private final String mark;
  private final boolean ownSession;

  ProcessTree(Process process, String mark, boolean ownSession) {
    this.process = process;
    this.mark = mark;
    this.ownSession = ownSession;
  }

  /** Asks all members to end. */
  public void signal() {
    members().forEach(ProcessHandle::destroy);
  }

  /**
   * Ends all members: asks, then after the grace kills, until none is left or five seconds are
   * over.
   *
   * @return whether none is left
   */
  public boolean end(Duration grace) throws InterruptedException {
    Set<ProcessHandle> members = members();
    if (members.isEmpty()) {
      return true;
    }
    members.forEach(ProcessHandle::destroy);
    long killAt = System.nanoTime() + grace.toNanos();
    long giveUpAt = killAt + KILL_DEADLINE.toNanos();
    while (!members.isEmpty() && System.nanoTime() - giveUpAt < 0) {
      awaitExit(members);
      members = members();
      if (System.nanoTime() - killAt > 0) {
        members.forEach(ProcessHandle::destroyForcibly);
      }
    }
    return members.isEmpty();
  }

  private static void awaitExit(Set<ProcessHandle> members) throws InterruptedException {
    CompletableFuture<?>[] exits =
        members.stream().map(ProcessHandle::onExit).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(exits).get(ROUND.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      // The caller looks again.
      return;
    } catch (ExecutionException e) {
      throw new IllegalStateException("waiting for processes failed", e);
    }
  }

  private Set<ProcessHandle> members() {
    Set<ProcessHandle> members = new HashSet<>();
    if (process.isAlive()) {
      members.add(process.toHandle());
    }
    process.descendants().forEach(members::add);
    LinuxProcesses.all()
        .filter(p -> isMember(p))
        .flatMap(p -> ProcessHandle.of(p.pid()).stream())
        .forEach(
            handle -> {
              members.add(handle);
              handle.descendants().forEach(members::add);
            });
    members.removeIf(handle -> !handle.isAlive() || LinuxProcesses.isZombie(handle.pid()));
    ancestorsOfUs().forEach(members::remove);
    return members;
  }

  private boolean isMember(LinuxProcesses.Entry entry) {
    return (ownSession && entry.session() == process.pid())
        || LinuxProcesses.environmentHas(entry.pid(), ShellLauncher.MARKER + "=" + mark);
  }

  /** Never the runtime itself, whatever a number says. */
  private static Stream<ProcessHandle> ancestorsOfUs() {
    return Stream.iterate(
            java.util.Optional.of(ProcessHandle.current()),
            java.util.Optional::isPresent,
            p -> p.flatMap(ProcessHandle::parent))
        .map(java.util.Optional::get);
  }
}
