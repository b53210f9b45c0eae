package dev.talaria.files.internal.workspace;

import dev.talaria.guard.paths.ConfinedFolder;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Writes a file so that readers see the old content or the new one. The file gets a new inode: a
 * hard link to it elsewhere keeps the old content, so nothing is written through one.
 */
public final class AtomicReplacement {
  private AtomicReplacement() {}

  /**
   * Writes.
   *
   * @param existing whether there is a file whose permissions the new one takes over
   */
  public static void write(ConfinedFolder folder, String name, boolean existing, byte[] content)
      throws IOException {
    Optional<Set<PosixFilePermission>> permissions =
        existing ? folder.permissions(name) : Optional.empty();
    String temporary = ".write-" + UUID.randomUUID() + ".tmp";
    try {
      try (SeekableByteChannel channel =
          folder.createFile(temporary, initialPermissions(permissions))) {
        ByteBuffer buffer = ByteBuffer.wrap(content);
        while (buffer.hasRemaining()) {
          channel.write(buffer);
        }
      }
      if (permissions.isPresent()) {
        folder.setPermissions(temporary, permissions.get());
      }
      folder.replace(temporary, name);
    } catch (IOException | RuntimeException e) {
      discard(folder, temporary, e);
      throw e;
    }
  }

  /** Until it has its final ones, a copy of a private file is for its owner only. */
  private static FileAttribute<?>[] initialPermissions(
      Optional<Set<PosixFilePermission>> permissions) {
    if (permissions.isEmpty()) {
      return new FileAttribute<?>[0];
    }
    return new FileAttribute<?>[] {
      PosixFilePermissions.asFileAttribute(
          EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE))
    };
  }

  private static void discard(ConfinedFolder folder, String temporary, Exception cause) {
    try {
      folder.delete(temporary);
    } catch (NoSuchFileException e) {
      // It had not been made.
      return;
    } catch (IOException e) {
      cause.addSuppressed(e);
    }
  }
}
