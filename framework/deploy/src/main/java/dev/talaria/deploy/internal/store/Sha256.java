package dev.talaria.deploy.internal.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 in lower-case hexadecimal. */
public final class Sha256 {
  private Sha256() {}

  /** Copies a stream to its end and returns the hash of what was copied. */
  public static String copy(InputStream from, OutputStream to) throws IOException {
    MessageDigest digest = digest();
    byte[] buffer = new byte[1 << 16];
    for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
      digest.update(buffer, 0, count);
      to.write(buffer, 0, count);
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  /** Returns the hash of a file. */
  public static String of(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return copy(in, OutputStream.nullOutputStream());
    }
  }

  /** Returns the hash of bytes. */
  public static String of(byte[] bytes) {
    return HexFormat.of().formatHex(digest().digest(bytes));
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
