package dev.talaria.formats.cfg;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.Set;

/**
 * Reads and writes {@code .cfg} files. Stateless; two writers of one file do not mix their content,
 * the later rename wins.
 */
public final class CfgFiles {
  /** The longest file that is read, in bytes; a longer one is no configuration. */
  public static final int MAX_BYTES = 1 << 20;

  private static final Set<PosixFilePermission> PRIVATE =
      PosixFilePermissions.fromString("rw-------");

  private CfgFiles() {}

  /**
   * Reads the bytes of a file.
   *
   * @throws NoSuchFileException if there is none
   * @throws IOException if it is no regular file, longer than {@link #MAX_BYTES} or cannot be read
   */
  public static byte[] readBytes(Path file) throws IOException {
    if (isThere(file) && !Files.isRegularFile(file)) {
      // Reading a named pipe would wait for ever; a link to nothing is there, its target is not.
      throw new IOException(
          file + (Files.exists(file) ? " is no regular file" : " is a link to nothing"));
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new IOException(file + " is longer than " + MAX_BYTES + " bytes");
      }
      return bytes;
    }
  }

  /**
   * Returns whether a file is there, in whatever form: a link that leads to nothing is there, too,
   * and so is one of which that cannot be told.
   */
  public static boolean isThere(Path file) {
    return !Files.notExists(file, LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Reads and parses a file; a missing one is an empty document.
   *
   * @param name the file's name, for messages
   * @throws CfgException if it is no valid {@code .cfg}
   */
  public static CfgDocument read(String name, Path file) throws IOException {
    return isThere(file) ? CfgDocument.parse(name, readBytes(file)) : CfgDocument.empty();
  }

  /**
   * Writes a file so that readers see the old or the new content, whatever breaks: a temporary file
   * beside it, forced to disk and renamed. The mode of an existing file is kept, a new one is for
   * its owner only; of a symbolic link the target is written.
   *
   * @throws IOException if it could not be written; the old content stands then
   */
  public static void write(Path file, byte[] content) throws IOException {
    replace(file, content, temporary -> true);
  }

  /**
   * Writes a file like {@link #write}, but only if nobody else has changed it meanwhile. It is
   * compared last thing before the rename, so the time in which a change can get lost is that of a
   * rename, not of writing and forcing.
   *
   * @param expected the content that the change is based on; null when there was no file
   * @return whether it was written
   */
  public static boolean replace(Path file, byte[] expected, byte[] content) throws IOException {
    return replace(
        file,
        content,
        target -> {
          try {
            return Arrays.equals(expected, readBytes(target));
          } catch (NoSuchFileException e) {
            return expected == null;
          }
        });
  }

  /** Looks at the file that is about to be replaced. */
  @FunctionalInterface
  private interface Check {
    boolean allows(Path target) throws IOException;
  }

  private static boolean replace(Path file, byte[] content, Check check) throws IOException {
    Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] attributes =
        posix
            ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(PRIVATE)}
            : new FileAttribute<?>[0];
    Path folder = target.getParent();
    // The leading dot keeps it out of what is taken for configuration.
    Path temporary =
        Files.createTempFile(folder, "." + target.getFileName() + ".", ".tmp", attributes);
    try {
      writeForced(temporary, content);
      if (posix && Files.exists(target)) {
        Files.setPosixFilePermissions(temporary, Files.getPosixFilePermissions(target));
      }
      if (!check.allows(target)) {
        return false;
      }
      Files.move(
          temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
    if (posix) {
      // The rename itself is on disk only when the folder is.
      try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
        channel.force(true);
      }
    }
    return true;
  }

  private static void writeForced(Path file, byte[] content) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
      ByteBuffer buffer = ByteBuffer.wrap(content);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
  }
}
