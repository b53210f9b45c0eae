package dev.talaria.benchmarks.jmh;

import dev.talaria.api.ToolSession;
import dev.talaria.registry.internal.Fixtures;
import dev.talaria.registry.internal.call.Bus;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.InputChange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** A registry with a number of tools, of which some may come and go all the time. */
final class Registry implements AutoCloseable {
  private static final int COMING_AND_GOING = 10;
  private static final long PAUSE_NANOS = 200_000;

  private final Bus bus = new Bus(Path.of(System.getProperty("java.io.tmpdir")));
  private final ToolSession session;
  private final String[] names;
  private final Thread churn;

  /**
   * Sets the registry up.
   *
   * @param churning whether other tools come and go meanwhile, some five thousand times a second
   */
  Registry(int tools, boolean churning) {
    bus.keepsCalls = false;
    names = new String[tools];
    List<InputChange> arrivals = new ArrayList<>();
    for (int i = 0; i < tools; i++) {
      names[i] = "tool_" + i;
      arrivals.add(new InputChange.Arrived(candidate(names[i])));
    }
    bus.publisher.apply(arrivals);
    session = bus.session();
    churn = new Thread(this::churn, "benchmark-churn");
    churn.setDaemon(true);
    if (churning) {
      churn.start();
    }
  }

  /** Returns a new candidate for a name, not yet known to the registry. */
  Candidate candidate(String name) {
    return Fixtures.candidate(
        bus.ids.getAndIncrement(),
        bus.scope,
        "d1",
        0,
        Fixtures.document(name, "tools", false, Greeting.SCHEMA, Optional.empty()),
        Fixtures.constant(new Greeting()));
  }

  private void churn() {
    for (int i = 0; !Thread.currentThread().isInterrupted(); i++) {
      Candidate passing = candidate("passing_" + i % COMING_AND_GOING);
      bus.publisher.apply(new InputChange.Arrived(passing));
      LockSupport.parkNanos(PAUSE_NANOS);
      bus.publisher.apply(new InputChange.Left(passing));
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  ToolSession session() {
    return session;
  }

  void apply(List<InputChange> changes) {
    bus.publisher.apply(changes);
  }

  /** Returns the names of the tools that stay. */
  String[] names() {
    return names;
  }

  @Override
  public void close() {
    churn.interrupt();
    try {
      churn.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    bus.close();
  }
}
