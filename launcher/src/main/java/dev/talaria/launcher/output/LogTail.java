package dev.talaria.launcher.output;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** The end of a log file that grows and is replaced by a new one from time to time. */
public final class LogTail {
  private static final long POLL_MILLIS = 250;
  private static final int CHUNK = 1 << 16;

  private final Path file;
  private final PrintStream out;
  private Object key;
  private long position;

  public LogTail(Path file, PrintStream out) {
    this.file = file;
    this.out = out;
  }

  /** Prints the last lines; what is printed next follows them. */
  public void printLast(int lines) throws IOException {
    key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      position = startOfLast(channel, lines);
      copy(channel);
    }
  }

  private static long startOfLast(FileChannel channel, int lines) throws IOException {
    long end = channel.size();
    // A line break at the very end closes the last line and begins none.
    int wanted = lines + 1;
    ByteBuffer buffer = ByteBuffer.allocate(CHUNK);
    for (long chunkEnd = end; chunkEnd > 0; ) {
      long start = Math.max(0, chunkEnd - CHUNK);
      buffer.clear().limit((int) (chunkEnd - start));
      while (buffer.hasRemaining() && channel.read(buffer, start + buffer.position()) > 0) {
        continue;
      }
      for (int i = buffer.position() - 1; i >= 0; i--) {
        if (buffer.get(i) == '\n' && --wanted == 0) {
          return start + i + 1;
        }
      }
      chunkEnd = start;
    }
    return 0;
  }

  /** Waits for a moment and prints what has been added meanwhile. */
  public void awaitMore() throws IOException, InterruptedException {
    TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
    try {
      Object now = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      if (!Objects.equals(key, now)) {
        key = now;
        position = 0;
      }
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
        if (channel.size() < position) {
          position = 0;
        }
        copy(channel);
      }
    } catch (NoSuchFileException e) {
      // Between the renaming of the old file and the making of the new one.
      position = 0;
    }
  }

  private void copy(FileChannel channel) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(CHUNK);
    for (int n = channel.read(buffer, position); n > 0; n = channel.read(buffer, position)) {
      out.write(buffer.array(), 0, n);
      position += n;
      buffer.clear();
    }
    out.flush();
  }
}
