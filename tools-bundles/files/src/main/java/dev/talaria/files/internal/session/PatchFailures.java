package dev.talaria.files.internal.session;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Counts failed patches a file, so that advice can become more urgent. Bounded; guarded by itself.
 */
public final class PatchFailures {
  private static final int MAX_FILES = 200;

  private final Map<Path, Integer> counts = new LinkedHashMap<>();

  /** Notes a failure and returns what to add to its message; empty for the first ones. */
  public synchronized String failed(Path path) {
    int count = counts.merge(path, 1, Integer::sum);
    if (counts.size() > MAX_FILES) {
      counts.remove(counts.keySet().iterator().next());
    }
    if (count < 3) {
      return "";
    }
    if (count < 5) {
      return " Hint: "
          + count
          + " patches of this file failed. Read the file again and copy old_string from it exactly,"
          + " with some more lines around it.";
    }
    return " Hint: "
        + count
        + " patches of this file failed. Stop patching: read the whole file and write it anew with"
        + " write_file.";
  }

  /** Notes a success. */
  public synchronized void succeeded(Path path) {
    counts.remove(path);
  }
}
