package dev.talaria.deploy.internal.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/**
 * Which folder it is that lies at a path: a folder that is moved away, or whose mount is lost,
 * leaves the path to another one.
 *
 * @param path of the folder
 * @param key of the folder within its file system; empty where the file system has none
 */
public record FolderIdentity(Path path, Optional<Object> key) {
  /** Looks at a folder, following links. */
  public static FolderIdentity of(Path folder) throws IOException {
    return new FolderIdentity(
        folder,
        Optional.ofNullable(Files.readAttributes(folder, BasicFileAttributes.class).fileKey()));
  }

  /** Whether this is certainly another folder than the one before, at the same path. */
  boolean isInPlaceOf(Optional<FolderIdentity> before) {
    return before
        .filter(other -> other.path().equals(path))
        .filter(other -> other.key().isPresent() && key.isPresent())
        .filter(other -> !other.key().equals(key))
        .isPresent();
  }
}
