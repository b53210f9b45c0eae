package dev.talaria.registry.internal.call;

import dev.talaria.admin.SessionSpec;
import dev.talaria.registry.internal.table.Visibility;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Who calls, as the runtime established it: what a session is to its calls. Thread-safe. */
public final class Caller {
  private final String sessionId;
  private final SessionSpec spec;
  private final Visibility visibility;
  private final AtomicLong sequence = new AtomicLong();
  private final SessionState state = new SessionState();

  /**
   * Creates a caller.
   *
   * @param visibility what it sees: as a child of others perhaps less than its own filter allows
   */
  public Caller(String sessionId, SessionSpec spec, Visibility visibility) {
    this.sessionId = sessionId;
    this.spec = spec;
    this.visibility = visibility;
  }

  public String sessionId() {
    return sessionId;
  }

  /** Returns what the session was opened with. */
  public SessionSpec spec() {
    return spec;
  }

  public String principal() {
    return spec.principal();
  }

  public Visibility visibility() {
    return visibility;
  }

  public List<Path> workspaceRoots() {
    return spec.workspaceRoots();
  }

  public SessionState state() {
    return state;
  }

  long nextSequence() {
    return sequence.incrementAndGet();
  }
}
