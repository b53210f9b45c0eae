package dev.talaria.registry.internal.result;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Keeps the folder of results within its bounds: files go after a day, and the oldest go when all
 * together are too large. Whoever sweeps holds this object's monitor, so that two do not count the
 * same files; only our own code runs under it.
 */
public final class StoreBounds {
  /** How long results are kept. */
  public static final Duration RETENTION = Duration.ofHours(24);

  /** Largest size of all results together, in bytes. */
  public static final long MAX_BYTES = 512L * 1024 * 1024;

  private final Duration retention;
  private final long maxBytes;
  private final InstantSource clock;

  /** Guarded by this. What the folder holds, as far as known; -1: not counted yet. */
  private long bytes = -1;

  /** Creates the bounds of a folder. */
  public StoreBounds(Duration retention, long maxBytes, InstantSource clock) {
    this.retention = retention;
    this.maxBytes = maxBytes;
    this.clock = clock;
  }

  private record Entry(Path file, Instant modified, long size) {}

  /** Makes sure that a new file fits, by giving up the oldest ones. */
  synchronized void makeRoom(Path root, long more) throws IOException {
    if (more > maxBytes) {
      throw new IOException("a result of " + more + " bytes is larger than all may be together");
    }
    if (bytes < 0 || bytes + more > maxBytes) {
      // Down to three quarters, so that not every result has to sweep.
      sweep(root, bytes < 0 ? maxBytes - more : Math.min(maxBytes - more, maxBytes / 4 * 3));
    }
    bytes += more;
  }

  /** Removes what is too old, and the oldest while there is too much. */
  public synchronized void sweep(Path root) throws IOException {
    sweep(root, maxBytes);
  }

  private void sweep(Path root, long keep) throws IOException {
    List<Entry> entries = entries(root);
    entries.sort(Comparator.comparing(Entry::modified));
    Instant oldest = clock.instant().minus(retention);
    long left = entries.stream().mapToLong(Entry::size).sum();
    for (Entry entry : entries) {
      if (entry.modified().isBefore(oldest) || left > keep) {
        Files.deleteIfExists(entry.file());
        left -= entry.size();
      }
    }
    bytes = left;
  }

  private static List<Entry> entries(Path root) throws IOException {
    List<Entry> entries = new ArrayList<>();
    if (!Files.isDirectory(root, LinkOption.NOFOLLOW_LINKS)) {
      return entries;
    }
    try (DirectoryStream<Path> principals = Files.newDirectoryStream(root)) {
      for (Path principal : principals) {
        if (Files.isDirectory(principal, LinkOption.NOFOLLOW_LINKS)) {
          addFiles(principal, entries);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return entries;
  }

  private static void addFiles(Path principal, List<Entry> entries) throws IOException {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(principal)) {
      for (Path file : files) {
        try {
          BasicFileAttributes attributes =
              Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
          entries.add(
              new Entry(file, attributes.lastModifiedTime().toInstant(), attributes.size()));
        } catch (NoSuchFileException e) {
          // Renamed into its place meanwhile: counted when it was announced.
        }
      }
    }
  }
}
