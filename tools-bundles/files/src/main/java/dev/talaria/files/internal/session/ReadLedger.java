package dev.talaria.files.internal.session;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What a session has read, so that an unchanged file is not sent twice and a write over a changed
 * one is noticed. Bounded. Guarded by itself.
 */
public final class ReadLedger {
  private static final int MAX_READS = 1000;
  private static final int MAX_STAMPS = 1000;

  private final LoopGuard loop = new LoopGuard();
  private final LoopGuard repeatedStub = new LoopGuard();
  private final Map<Read, FileStamp> served = bounded(MAX_READS);
  private final Map<Path, FileStamp> seen = bounded(MAX_STAMPS);

  /** A read of a part of a file. */
  public record Read(Path path, int offset, int limit) {}

  /** What to do with a read. */
  public sealed interface Verdict {
    /** Read and answer, with a warning if there is one. */
    record Serve(Optional<String> warning) implements Verdict {}

    /** Say that nothing has changed. */
    record Unchanged() implements Verdict {}

    /** Refuse. */
    record Blocked(String reason) implements Verdict {}
  }

  /** Judges a read that is about to happen. */
  public synchronized Verdict judge(Read read, FileStamp stamp, long sequence) {
    int count = loop.note(read, sequence);
    if (stamp.equals(served.get(read))) {
      return repeatedStub.note(read, sequence) >= 2
          ? new Verdict.Blocked(
              "BLOCKED: this part of the file is unchanged and you were told so already. Use the"
                  + " content from the earlier result; if you no longer have it, read with"
                  + " another offset or limit.")
          : new Verdict.Unchanged();
    }
    return LoopGuard.blocks(count)
        ? new Verdict.Blocked(
            "BLOCKED: "
                + count
                + " identical reads in a row. Use what you have, or do something else first.")
        : new Verdict.Serve(LoopGuard.warning(count));
  }

  /** Notes that the content was sent. */
  public synchronized void served(Read read, FileStamp stamp) {
    served.put(read, stamp);
    seen.put(read.path(), stamp);
  }

  /** Returns whether the session has read another state of the file than this one. */
  public synchronized boolean isStale(Path path, FileStamp stamp) {
    FileStamp known = seen.get(path);
    return known != null && !known.equals(stamp);
  }

  /** Notes that the session wrote the file: what it read of it is no longer what is there. */
  public synchronized void written(Path path, FileStamp stamp) {
    served.keySet().removeIf(read -> read.path().equals(path));
    seen.put(path, stamp);
  }

  private static <K, V> Map<K, V> bounded(int size) {
    return new LinkedHashMap<>(16, 0.75f, true) {
      private static final long serialVersionUID = 1L;

      @Override
      protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
        return size() > size;
      }
    };
  }
}
