package dev.talaria.formats.cfg;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The name of a configuration's file: {@code <PID>.cfg}, for a factory's {@code <PID>~<name>.cfg}.
 * Characters other than letters, digits, {@code . _ - ~} of ASCII, and a leading dot, stand as
 * {@code %XX}, a byte of their UTF-8 form each. So every PID has one file, every file one PID, and
 * no PID leads out of the folder.
 */
public final class PidFileNames {
  private static final String SUFFIX = ".cfg";

  /** What file systems allow, less what a temporary file's name adds. */
  private static final int MAX_LENGTH = 220;

  private PidFileNames() {}

  /**
   * Returns the name of the file of a PID.
   *
   * @throws IllegalArgumentException if the PID is empty, too long for a file name or no Unicode
   *     text
   */
  public static String fileName(String pid) {
    if (pid.isEmpty()) {
      throw new IllegalArgumentException("a PID must not be empty");
    }
    byte[] bytes;
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(pid));
      bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
    } catch (CharacterCodingException e) {
      throw new IllegalArgumentException("the PID is no Unicode text", e);
    }
    StringBuilder name = new StringBuilder();
    for (byte b : bytes) {
      char c = (char) (b & 0xFF);
      if (isPlain(c) && !(c == '.' && name.isEmpty())) {
        name.append(c);
      } else {
        name.append(String.format("%%%02X", (int) c));
      }
    }
    name.append(SUFFIX);
    if (name.length() > MAX_LENGTH) {
      throw new IllegalArgumentException("the PID is too long for a file name: " + pid);
    }
    return name.toString();
  }

  /**
   * Returns the PID of a file; empty if no PID has a file of this name: it does not end in {@code
   * .cfg}, begins with a dot, or has characters that ought to be escaped.
   */
  public static Optional<String> pid(String fileName) {
    if (!fileName.endsWith(SUFFIX)) {
      return Optional.empty();
    }
    String encoded = fileName.substring(0, fileName.length() - SUFFIX.length());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < encoded.length(); i++) {
      char c = encoded.charAt(i);
      if (c == '%' && i + 2 < encoded.length()) {
        int high = Escapes.hexDigit(encoded.charAt(i + 1));
        int low = Escapes.hexDigit(encoded.charAt(i + 2));
        if (high < 0 || low < 0) {
          return Optional.empty();
        }
        bytes.write(high << 4 | low);
        i += 2;
      } else if (isPlain(c)) {
        bytes.write(c);
      } else {
        return Optional.empty();
      }
    }
    String pid = bytes.toString(StandardCharsets.UTF_8);
    try {
      // Only the one name that the PID is written to is its file: two files must not be one PID.
      return fileName(pid).equals(fileName) ? Optional.of(pid) : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the factory PID of a PID of the form {@code factory~name}; empty for other PIDs. */
  public static Optional<String> factoryPid(String pid) {
    int separator = pid.indexOf('~');
    return separator > 0 ? Optional.of(pid.substring(0, separator)) : Optional.empty();
  }

  private static boolean isPlain(char c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '.'
        || c == '_'
        || c == '-'
        || c == '~';
  }
}
