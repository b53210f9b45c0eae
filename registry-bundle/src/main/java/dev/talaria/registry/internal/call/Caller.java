package dev.talaria.registry.internal.call;

import dev.talaria.admin.SessionSpec;
import dev.talaria.registry.internal.result.Recipient;
import dev.talaria.registry.internal.table.Visibility;
import dev.talaria.registry.internal.tool.OwnerId;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Who calls, as the runtime established it: what a session is to its calls. Thread-safe. */
public final class Caller {
  private final Recipient recipient;
  private final Optional<OwnerId> maker;
  private final AtomicLong sequence = new AtomicLong();
  private final SessionState state = new SessionState();

  /**
   * Creates a caller.
   *
   * @param visibility what it sees: as a child of others perhaps less than its own filter allows
   * @param maker the bundle whose code makes its calls by itself; empty: a client or the core
   */
  public Caller(
      String sessionId, SessionSpec spec, Visibility visibility, Optional<OwnerId> maker) {
    this.recipient = new Recipient(sessionId, spec, visibility);
    this.maker = maker;
  }

  /** Returns the bundle whose code makes the calls by itself; empty: a client or the core does. */
  public Optional<OwnerId> maker() {
    return maker;
  }

  public String sessionId() {
    return recipient.sessionId();
  }

  /** Returns what the session was opened with. */
  public SessionSpec spec() {
    return recipient.spec();
  }

  public String principal() {
    return recipient.spec().principal();
  }

  public Visibility visibility() {
    return recipient.visibility();
  }

  public List<Path> workspaceRoots() {
    return recipient.spec().workspaceRoots();
  }

  /** Returns who it is to its results. */
  public Recipient recipient() {
    return recipient;
  }

  public SessionState state() {
    return state;
  }

  long nextSequence() {
    return sequence.incrementAndGet();
  }
}
