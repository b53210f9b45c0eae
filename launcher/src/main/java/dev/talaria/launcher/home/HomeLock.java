package dev.talaria.launcher.home;

import dev.talaria.launcher.errors.RefusedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The lock by which one runtime has a home to itself. The system drops it with the process, however
 * that ends; the file's content, the holder's process id, is there for messages.
 */
public final class HomeLock implements AutoCloseable {
  /** What {@link #holder} answers when a lock is held by a process that has not said which. */
  public static final long UNKNOWN_HOLDER = 0;

  // A command that looks whether the lock is held takes a shared one for an instant.
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private final FileChannel channel;

  private HomeLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock.
   *
   * @throws RefusedException if another process holds it; says which
   */
  public static HomeLock acquire(Home home) {
    FileChannel channel = null;
    try {
      channel =
          FileChannel.open(
              home.lock(),
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (!tryExclusive(channel)) {
        if (System.nanoTime() - deadline > 0) {
          long pid = readPid(channel);
          channel.close();
          throw new RefusedException(heldBy(home, pid));
        }
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
      }
      channel.truncate(0);
      channel.write(
          ByteBuffer.wrap(
              Long.toString(ProcessHandle.current().pid()).getBytes(StandardCharsets.US_ASCII)),
          0);
      channel.force(true);
      return new HomeLock(channel);
    } catch (IOException e) {
      closeQuietly(channel, e);
      throw new RefusedException(
          "the lock " + home.lock() + " cannot be taken: " + HomeFolder.reason(e), e);
    }
  }

  /**
   * Says who holds a home's lock. Not for the process that holds it: closing a second channel on
   * the file would drop its lock.
   *
   * @return the process id, {@link #UNKNOWN_HOLDER}, or empty when nobody holds it
   */
  public static OptionalLong holder(Home home) {
    try (FileChannel channel = FileChannel.open(home.lock(), StandardOpenOption.READ)) {
      FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true);
      if (lock != null) {
        lock.release();
        return OptionalLong.empty();
      }
      return OptionalLong.of(readPid(channel));
    } catch (OverlappingFileLockException e) {
      return OptionalLong.of(ProcessHandle.current().pid());
    } catch (NoSuchFileException e) {
      return OptionalLong.empty();
    } catch (IOException e) {
      if (isMissing(home.lock())) {
        return OptionalLong.empty();
      }
      throw new RefusedException(
          "cannot tell whether a runtime holds " + home.lock() + ": " + HomeFolder.reason(e), e);
    }
  }

  private static boolean isMissing(Path lock) {
    return Files.notExists(lock);
  }

  private static boolean tryExclusive(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static String heldBy(Home home, long pid) {
    String who = pid == UNKNOWN_HOLDER ? "another process" : "process " + pid;
    return "a runtime is already running for "
        + home
        + " ("
        + who
        + " holds "
        + home.lock()
        + "); end it with `talaria stop` or use another --home DIR";
  }

  private static long readPid(FileChannel channel) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(20);
    channel.read(bytes, 0);
    String text = new String(bytes.array(), 0, bytes.position(), StandardCharsets.US_ASCII).trim();
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return UNKNOWN_HOLDER;
    }
  }

  private static void closeQuietly(FileChannel channel, IOException reason) {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        reason.addSuppressed(e);
      }
    }
  }

  /** Drops the lock. */
  @Override
  public void close() throws IOException {
    channel.close();
  }
}
