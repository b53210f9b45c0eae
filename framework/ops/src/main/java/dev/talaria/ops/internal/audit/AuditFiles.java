package dev.talaria.ops.internal.audit;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * The files of the trail: {@code audit.jsonl}, which grows, and {@code audit.1.jsonl} (the newest)
 * and so on, which do not. Used by one thread at a time.
 */
final class AuditFiles implements AutoCloseable {
  private final Path folder;
  private final long maxBytes;
  private final int keep;
  private FileChannel channel;
  private long size;

  /**
   * Makes the files' keeper; opens nothing yet.
   *
   * @param folder is created when missing
   * @param maxBytes of a file before the next one begins
   * @param keep how many old files stay
   */
  AuditFiles(Path folder, long maxBytes, int keep) {
    this.folder = folder;
    this.maxBytes = maxBytes;
    this.keep = keep;
  }

  Path file() {
    return folder.resolve("audit.jsonl");
  }

  Path old(int number) {
    return folder.resolve("audit." + number + ".jsonl");
  }

  /** Appends whole lines; on an error the file is opened anew the next time. */
  void append(byte[] lines) throws IOException {
    try {
      if (channel == null) {
        open();
      }
      if (size > 0 && size + lines.length > maxBytes) {
        rotate();
      }
      size += lines.length;
      write(lines);
    } catch (IOException e) {
      abandon(e);
      throw e;
    }
  }

  void force() throws IOException {
    if (channel != null) {
      channel.force(false);
    }
  }

  @Override
  public void close() throws IOException {
    FileChannel open = channel;
    channel = null;
    if (open != null) {
      try (open) {
        open.force(false);
      }
    }
  }

  private void open() throws IOException {
    if (!Files.isDirectory(folder)) {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }
    // A link in place of the file would send the trail to wherever somebody likes.
    channel =
        FileChannel.open(
            file(),
            Set.of(
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE,
                LinkOption.NOFOLLOW_LINKS),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-------"));
    size = channel.size();
    channel.position(size);
    if (size > 0 && !endsWithLineEnd()) {
      // A crash left half a line: the next event gets a line of its own.
      size++;
      write(new byte[] {'\n'});
    }
  }

  private boolean endsWithLineEnd() throws IOException {
    ByteBuffer last = ByteBuffer.allocate(1);
    return channel.read(last, size - 1) == 1 && last.get(0) == '\n';
  }

  private void rotate() throws IOException {
    close();
    Files.deleteIfExists(old(keep));
    for (int number = keep - 1; number >= 1; number--) {
      if (Files.exists(old(number), LinkOption.NOFOLLOW_LINKS)) {
        Files.move(old(number), old(number + 1), StandardCopyOption.ATOMIC_MOVE);
      }
    }
    Files.move(file(), old(1), StandardCopyOption.ATOMIC_MOVE);
    open();
  }

  private void write(byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
  }

  private void abandon(IOException cause) {
    FileChannel open = channel;
    channel = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        cause.addSuppressed(e);
      }
    }
  }
}
