package dev.talaria.formats.jar;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Whether a file ends as a JAR does: with an end record at its very end whose directory lies right
 * before it. A file that is still being copied fails this at the price of reading its tail. Java's
 * own reader is more generous: it takes a JAR that is embedded at the end of a truncated one.
 */
final class ZipEnd {
  private static final int LENGTH = 22;
  private static final int SIGNATURE = 0x06054b50;
  private static final int LONGEST_COMMENT = 0xffff;
  private static final int ENTRY_SIGNATURE = 0x04034b50;

  /** Stands right before the end record of the zip64 format (APPNOTE 4.3.15). */
  private static final int LOCATOR_SIGNATURE = 0x07064b50;

  private static final int LOCATOR_LENGTH = 20;

  private ZipEnd() {}

  /** Returns what is wrong with the end of the file; empty if nothing is. */
  static Optional<String> problem(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      if (size == 0) {
        return Optional.of("it is empty");
      }
      if (size < LENGTH) {
        return Optional.of("it is no JAR: it has " + size + " bytes only");
      }
      int length = (int) Math.min(size, LOCATOR_LENGTH + LENGTH + LONGEST_COMMENT);
      ByteBuffer tail = read(channel, size - length, length);
      for (int at = length - LENGTH; at >= 0; at--) {
        if (tail.getInt(at) == SIGNATURE
            && at + LENGTH + Short.toUnsignedInt(tail.getShort(at + 20)) == length) {
          if (isLocator(tail, at - LOCATOR_LENGTH)) {
            return Optional.empty(); // Its numbers stand elsewhere; it is whole as far as it says.
          }
          long directory =
              Integer.toUnsignedLong(tail.getInt(at + 12))
                  + Integer.toUnsignedLong(tail.getInt(at + 16));
          return directory == size - length + at
              ? Optional.empty()
              : Optional.of("its end record does not fit the file");
        }
      }
      int start = read(channel, 0, 4).getInt(0);
      return Optional.of(
          start == ENTRY_SIGNATURE
              ? "its end record is missing"
              : "it is no JAR: it neither begins nor ends like one");
    }
  }

  /** Returns whether a whole file has the zip64 format. */
  static boolean isZip64(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long size = channel.size();
      int length = (int) Math.min(size, LOCATOR_LENGTH + LENGTH + LONGEST_COMMENT);
      ByteBuffer tail = read(channel, size - length, length);
      for (int at = length - LENGTH; at >= 0; at--) {
        if (tail.getInt(at) == SIGNATURE
            && at + LENGTH + Short.toUnsignedInt(tail.getShort(at + 20)) == length) {
          return isLocator(tail, at - LOCATOR_LENGTH);
        }
      }
      return false;
    }
  }

  private static boolean isLocator(ByteBuffer tail, int at) {
    return at >= 0 && tail.getInt(at) == LOCATOR_SIGNATURE;
  }

  private static ByteBuffer read(FileChannel channel, long position, int length)
      throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, position + buffer.position()) < 0) {
        break; // It shrank under us: what is missing stays zero and no record is found.
      }
    }
    return buffer;
  }
}
