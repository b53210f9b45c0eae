package dev.talaria.registry.internal.call;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Who calls, as the runtime established it: what a session is to its calls. Thread-safe. */
public final class Caller {
  private final String sessionId;
  private final String principal;
  private final Set<String> toolsets;
  private final List<Path> workspaceRoots;
  private final AtomicLong sequence = new AtomicLong();
  private final SessionState state = new SessionState();

  public Caller(
      String sessionId, String principal, Set<String> toolsets, List<Path> workspaceRoots) {
    this.sessionId = sessionId;
    this.principal = principal;
    this.toolsets = Set.copyOf(toolsets);
    this.workspaceRoots = List.copyOf(workspaceRoots);
  }

  public String sessionId() {
    return sessionId;
  }

  public String principal() {
    return principal;
  }

  public Set<String> toolsets() {
    return toolsets;
  }

  public List<Path> workspaceRoots() {
    return workspaceRoots;
  }

  public SessionState state() {
    return state;
  }

  long nextSequence() {
    return sequence.incrementAndGet();
  }
}
