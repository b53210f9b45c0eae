package dev.talaria.deploy.internal.store;

import dev.talaria.formats.dropped.DroppedKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The agent's own copies of what was taken, one file per content hash, and beside those that are no
 * bundles what was made of them. Bundles are verified and installed from here, never from the
 * dropped file, which may change at any moment. Used by the agent's thread; {@link #find(Content)}
 * by any, for a content that is kept.
 */
public final class PrivateCopies {
  private static final Pattern COPY = Pattern.compile("[0-9a-f]{64}\\..+");
  private static final String MADE = ".made";
  private static final int HASH = 64;
  private static final int SHORT_HASH = 16;
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

  /** Keeps a copy of a file that is no bundle; returns where it lies. */
  public Path keepOriginal(Incoming incoming, DroppedKind kind) throws IOException {
    return Files.move(
        incoming.file(),
        original(incoming.sha256(), kind),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /** Returns the copy of a file that is no bundle, if it is there and what its name says. */
  public Optional<Path> findOriginal(String sha256, DroppedKind kind) throws IOException {
    Path file = original(sha256, kind);
    return Files.isRegularFile(file) && Sha256.of(file).equals(sha256)
        ? Optional.of(file)
        : Optional.empty();
  }

  /**
   * Keeps a bundle that was made, in the place of one of another edition.
   *
   * @param made moved from where it lies
   * @param sha256 of what it was made of
   * @param symbolicName it was given, on which it depends as well
   * @param edition of who made it
   */
  public Path keepMade(Path made, String sha256, String symbolicName, String edition)
      throws IOException {
    String prefix = prefix(sha256, symbolicName);
    for (Path former : made(prefix)) {
      Files.deleteIfExists(former);
    }
    return Files.move(
        made,
        folder.resolve(prefix + edition + "." + Sha256.of(made) + MADE),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * Returns the bundle that was made of a content, if it is there and still what its name says.
   *
   * @param edition of who made it; empty: of whatever edition
   */
  public Optional<Path> findMade(String sha256, String symbolicName, Optional<String> edition)
      throws IOException {
    String prefix = prefix(sha256, symbolicName) + edition.map(it -> it + ".").orElse("");
    for (Path file : made(prefix)) {
      if (file.getFileName().toString().endsWith("." + Sha256.of(file) + MADE)) {
        return Optional.of(file);
      }
    }
    return Optional.empty();
  }

  /** Returns the bundle that a content is installed from, if it is there and whole. */
  public Optional<Path> find(Content content) throws IOException {
    return content.kind() == DroppedKind.BUNDLE
        ? find(content.sha256())
        : findMade(content.sha256(), content.symbolicName(), Optional.empty());
  }

  private List<Path> made(String prefix) throws IOException {
    List<Path> made = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, prefix + "*" + MADE)) {
      files.forEach(made::add);
    }
    return made;
  }

  private static String prefix(String sha256, String symbolicName) {
    byte[] name = symbolicName.getBytes(StandardCharsets.UTF_8);
    return sha256 + "." + Sha256.of(name).substring(0, SHORT_HASH) + ".";
  }

  private Path original(String sha256, DroppedKind kind) {
    return folder.resolve(sha256 + (kind == DroppedKind.SOURCE ? ".java" : ".plain"));
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
        boolean stale = COPY.matcher(name).matches() && !sha256.contains(name.substring(0, HASH));
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
