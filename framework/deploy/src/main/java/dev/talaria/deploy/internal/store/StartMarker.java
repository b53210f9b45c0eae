package dev.talaria.deploy.internal.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A file that exists while foreign code is being started. If the runtime dies meanwhile, the next
 * one finds in it which contents those were, one a line. Apart from the ledger, since it is written
 * for every start. Thread-safe: the lock guards the set and the file; a content that several starts
 * are under way of stays marked until the last of them is over.
 */
public final class StartMarker {
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  private final Path file;
  private final Map<String, Integer> marked = new LinkedHashMap<>();

  public StartMarker(Path folder) {
    file = folder.resolve("starting");
  }

  /** Says that a content is about to be started. */
  public synchronized void set(String sha256) throws IOException {
    marked.merge(sha256, 1, Integer::sum);
    write();
  }

  /** Says that the start of a content is over, well or not. */
  public synchronized void clear(String sha256) throws IOException {
    marked.computeIfPresent(sha256, (hash, count) -> count > 1 ? count - 1 : null);
    write();
  }

  private void write() throws IOException {
    if (marked.isEmpty()) {
      Files.deleteIfExists(file);
    } else {
      Files.write(file, marked.keySet(), StandardCharsets.UTF_8);
    }
  }

  /** Returns, once, the contents whose start the former runtime did not survive. */
  public synchronized List<String> take() throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    Files.deleteIfExists(file);
    return text.lines().filter(HASH.asMatchPredicate()).distinct().toList();
  }
}
