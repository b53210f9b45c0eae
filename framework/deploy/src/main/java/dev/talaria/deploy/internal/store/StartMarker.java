package dev.talaria.deploy.internal.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A file that exists while foreign code is being started. If the runtime dies meanwhile, the next
 * one finds in it which content it was. Apart from the ledger, since it is written for every start.
 * Used by the agent's thread only.
 */
public final class StartMarker {
  private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

  private final Path file;

  public StartMarker(Path folder) {
    file = folder.resolve("starting");
  }

  /** Says that a content is about to be started. */
  public void set(String sha256) throws IOException {
    Files.writeString(file, sha256, StandardCharsets.UTF_8);
  }

  /** Says that the start is over, well or not. */
  public void clear() throws IOException {
    Files.deleteIfExists(file);
  }

  /** Returns, once, the content whose start the former runtime did not survive. */
  public Optional<String> take() throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    String sha256 = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    clear();
    return Optional.of(sha256).filter(HASH.asMatchPredicate());
  }
}
