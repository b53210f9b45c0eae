package dev.talaria.ops.internal.access;

import dev.talaria.ops.internal.clients.SecretHash;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the secret of a home folder. */
final class HomeToken {
  private static final int MAX_BYTES = 512;
  // 32 random bytes have 43 characters in base64url; below 32 characters somebody made it up.
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]{32,256}=*");
  private static final Set<PosixFilePermission> OWNER_ONLY =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE);

  private HomeToken() {}

  /**
   * Reads the token.
   *
   * @throws IOException if there is none that may be trusted; the message says what to do and
   *     nothing of the token
   */
  static SecretHash read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException("There is no file " + file + "; restart the runtime to make one.");
    }
    if (!OWNER_ONLY.containsAll(permissions(file))) {
      throw new IOException(
          "Others may read or write " + file + "; remove it and restart to make a new one.");
    }
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(MAX_BYTES + 1);
    }
    String text = new String(bytes, StandardCharsets.ISO_8859_1).strip();
    if (bytes.length > MAX_BYTES || !TOKEN.matcher(text).matches()) {
      throw new IOException(
          "The content of " + file + " is no token; remove it and restart to make a new one.");
    }
    return SecretHash.of(text);
  }

  private static Set<PosixFilePermission> permissions(Path file) throws IOException {
    try {
      return Files.getPosixFilePermissions(file);
    } catch (UnsupportedOperationException e) {
      throw new IOException(
          "The file system of " + file + " has no permissions; put the home on one that has.", e);
    }
  }
}
