package dev.talaria.files.internal.session;

import dev.talaria.api.ToolContext;

/** What the file tools remember of one session. Its parts are thread-safe, each for itself. */
public final class FileSession {
  private final ReadLedger reads = new ReadLedger();
  private final LoopGuard searches = new LoopGuard();
  private final PatchFailures patchFailures = new PatchFailures();

  /** Returns the session of a call. */
  public static FileSession of(ToolContext context) {
    return context.sessionState(FileSession.class, FileSession::new);
  }

  /** Returns what was read. */
  public ReadLedger reads() {
    return reads;
  }

  /** Returns the guard against searching in circles. */
  public LoopGuard searches() {
    return searches;
  }

  /** Returns the failed patches. */
  public PatchFailures patchFailures() {
    return patchFailures;
  }
}
