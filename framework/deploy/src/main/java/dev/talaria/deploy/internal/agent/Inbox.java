package dev.talaria.deploy.internal.agent;

import dev.talaria.deploy.internal.settings.DeploySettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * What the agent has to attend to. Many threads put, the agent's thread takes. Bounded: events are
 * merged, too many names become "look at everything", and commands beyond a few are refused.
 */
public final class Inbox {
  private static final int MOST_NAMES = 4096;
  private static final int MOST_COMMANDS = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition arrived = lock.newCondition();
  private final Deque<Command> commands = new ArrayDeque<>();
  private Set<String> touched = new HashSet<>();
  private boolean everything;
  private boolean folder;
  private boolean wake;
  private boolean closed;
  private Optional<DeploySettings> settings = Optional.empty();

  /**
   * What was there at one moment.
   *
   * @param touched files that something happened to
   * @param everything whether something was missed, so that every file has to be looked into
   * @param folder whether the folder has to be listed
   * @param settings new ones
   * @param commands in the order of their arrival
   */
  record Batch(
      Set<String> touched,
      boolean everything,
      boolean folder,
      Optional<DeploySettings> settings,
      List<Command> commands) {}

  /** Something happened to files; an empty set: nobody knows to which. */
  public void touched(Set<String> names) {
    put(
        () -> {
          folder = true;
          if (names.isEmpty() || touched.size() + names.size() > MOST_NAMES) {
            everything = true;
            touched = new HashSet<>();
          } else if (!everything) {
            touched.addAll(names);
          }
        });
  }

  /** Something happened outside the folder that can change how bundles stand. */
  public void wake() {
    put(() -> {});
  }

  /** Other settings hold from now on. */
  public void settings(DeploySettings now) {
    put(() -> settings = Optional.of(now));
  }

  /** Asks for something; says whether it was taken. */
  public boolean offer(Command command) {
    lock.lock();
    try {
      if (closed || commands.size() >= MOST_COMMANDS) {
        return false;
      }
      commands.add(command);
      wake = true;
      arrived.signalAll();
      return true;
    } finally {
      lock.unlock();
    }
  }

  private void put(Runnable change) {
    lock.lock();
    try {
      change.run();
      wake = true;
      arrived.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Waits until something comes in or the time is over, and leaves it there. */
  void awaitWake(long nanos) throws InterruptedException {
    lock.lock();
    try {
      await(nanos);
      wake = false;
    } finally {
      lock.unlock();
    }
  }

  private void await(long nanos) throws InterruptedException {
    long left = nanos;
    while (!wake && left > 0) {
      left = arrived.awaitNanos(left);
    }
  }

  /** Waits until something comes in or the time is over, and takes everything that is there. */
  Batch take(long nanos) throws InterruptedException {
    lock.lock();
    try {
      await(nanos);
      Batch batch = new Batch(touched, everything, folder, settings, new ArrayList<>(commands));
      touched = new HashSet<>();
      everything = false;
      folder = false;
      wake = false;
      settings = Optional.empty();
      commands.clear();
      return batch;
    } finally {
      lock.unlock();
    }
  }

  /** Ends it; returns the commands that nobody will attend to. */
  List<Command> close() {
    lock.lock();
    try {
      closed = true;
      List<Command> left = new ArrayList<>(commands);
      commands.clear();
      return left;
    } finally {
      lock.unlock();
    }
  }
}
