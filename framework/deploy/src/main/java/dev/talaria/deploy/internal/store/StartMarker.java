package dev.talaria.deploy.internal.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A file that exists while foreign code is being started. If the runtime dies meanwhile, the next
 * one finds in it which contents those were, one a line. Apart from the ledger, since it is written
 * for every start. Used by the agent's thread only.
 */
public final class StartMarker {
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  private final Path file;
  private final Set<String> marked = new LinkedHashSet<>();

  public StartMarker(Path folder) {
    file = folder.resolve("starting");
  }

  /** Says that a content is about to be started. */
  public void set(String sha256) throws IOException {
    marked.add(sha256);
    write();
  }

  /** Says that the start of a content is over, well or not. */
  public void clear(String sha256) throws IOException {
    marked.remove(sha256);
    write();
  }

  private void write() throws IOException {
    if (marked.isEmpty()) {
      Files.deleteIfExists(file);
    } else {
      Files.write(file, marked, StandardCharsets.UTF_8);
    }
  }

  /** Returns, once, the contents whose start the former runtime did not survive. */
  public List<String> take() throws IOException {
    if (!Files.exists(file)) {
      return List.of();
    }
    String text = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    Files.deleteIfExists(file);
    return text.lines().filter(HASH.asMatchPredicate()).distinct().toList();
  }
}
