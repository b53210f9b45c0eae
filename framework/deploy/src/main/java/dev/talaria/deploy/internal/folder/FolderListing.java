package dev.talaria.deploy.internal.folder;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Lists the folder. */
final class FolderListing {
  private static final String CHANGE_TIME = "unix:ctime";

  private FolderListing() {}

  /**
   * Lists a folder.
   *
   * @return its entries by name
   * @throws IOException if the folder cannot be listed; what it contains is then unknown
   */
  static SortedMap<String, Sighting> list(Path folder) throws IOException {
    SortedMap<String, Sighting> sightings = new TreeMap<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        sight(entry).ifPresent(sighting -> sightings.put(sighting.name(), sighting));
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return sightings;
  }

  private static Optional<Sighting> sight(Path entry) {
    String name = entry.getFileName().toString();
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(entry, BasicFileAttributes.class);
    } catch (NoSuchFileException e) {
      // Gone since it was listed, or a link to nothing.
      return Files.exists(entry, LinkOption.NOFOLLOW_LINKS)
          ? Optional.of(unfit(name, "a link to nothing"))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.of(unfit(name, "cannot be looked at: " + e.getMessage()));
    }
    if (attributes.isDirectory()) {
      return Optional.of(unfit(name, "a directory; drop JAR files"));
    }
    if (!attributes.isRegularFile()) {
      return Optional.of(unfit(name, "not a regular file"));
    }
    Object key = attributes.fileKey();
    return Optional.of(
        new Sighting(
            name,
            FileNames.ignored(name),
            new Sighting.Fingerprint(
                attributes.size(),
                attributes.lastModifiedTime().toInstant(),
                changeTime(entry),
                key == null ? "" : key.toString())));
  }

  private static Sighting unfit(String name, String reason) {
    return new Sighting(name, Optional.of(reason), Sighting.Fingerprint.NONE);
  }

  private static Instant changeTime(Path entry) {
    try {
      return ((FileTime) Files.getAttribute(entry, CHANGE_TIME)).toInstant();
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return Instant.EPOCH; // A file system without it, or a file that is gone: a hint less.
    }
  }
}
