package dev.talaria.deploy.internal.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The agent's own copies of what was taken, one file per content hash. Bundles are verified and
 * installed from here, never from the dropped file, which may change at any moment. Used by the
 * agent's thread; {@link #find} by any, for a content that is kept.
 */
public final class PrivateCopies {
  private static final Pattern COPY = Pattern.compile("[0-9a-f]{64}\\.jar");
  private static final String INCOMING = "incoming-";

  private final Path folder;

  /** Makes the folder if it is not there. */
  public PrivateCopies(Path folder) throws IOException {
    this.folder = Files.createDirectories(folder);
  }

  /**
   * A copy that has not been kept yet. Closing removes it.
   *
   * @param file where it lies
   * @param sha256 of what was copied
   */
  public record Incoming(Path file, String sha256) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      Files.deleteIfExists(file);
    }
  }

  /** Copies a file, hashing what is copied. */
  public Incoming copy(Path source) throws IOException {
    Path incoming = Files.createTempFile(folder, INCOMING, ".tmp");
    try (InputStream in = Files.newInputStream(source);
        OutputStream out = Files.newOutputStream(incoming)) {
      return new Incoming(incoming, Sha256.copy(in, out));
    } catch (IOException e) {
      Files.deleteIfExists(incoming);
      throw e;
    }
  }

  /** Keeps a copy under its hash. */
  public void keep(Incoming incoming) throws IOException {
    Files.move(
        incoming.file(),
        path(incoming.sha256()),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** Returns the copy of a content, if it is there and still what its name says. */
  public Optional<Path> find(String sha256) throws IOException {
    Path file = path(sha256);
    return Files.isRegularFile(file) && Sha256.of(file).equals(sha256)
        ? Optional.of(file)
        : Optional.empty();
  }

  /** Removes all copies but these, and what a death of the runtime left half-copied. */
  public void retain(Set<String> sha256) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        String name = file.getFileName().toString();
        boolean stale =
            COPY.matcher(name).matches()
                && !sha256.contains(name.substring(0, name.length() - ".jar".length()));
        if (stale || name.startsWith(INCOMING)) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  private Path path(String sha256) {
    return folder.resolve(sha256 + ".jar");
  }
}
