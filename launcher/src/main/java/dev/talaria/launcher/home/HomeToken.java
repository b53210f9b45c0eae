package dev.talaria.launcher.home;

import dev.talaria.launcher.errors.RefusedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;
import java.util.regex.Pattern;

/** The secret of a home: 32 random bytes in base64url, in a file that only its owner reads. */
public final class HomeToken {
  private static final int BYTES = 32;
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{43,512}");

  private HomeToken() {}

  /** Makes the token if the home has none. The lock of the home must be held. */
  public static void ensure(Home home) {
    if (Files.exists(home.token())) {
      read(home);
      return;
    }
    byte[] secret = new byte[BYTES];
    new SecureRandom().nextBytes(secret);
    String token = Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    Path unfinished = home.root().resolve(".token.new");
    try {
      Files.deleteIfExists(unfinished);
      try (SeekableByteChannel channel =
          Files.newByteChannel(
              unfinished,
              Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
        channel.write(ByteBuffer.wrap((token + "\n").getBytes(StandardCharsets.US_ASCII)));
      }
      Files.move(unfinished, home.token(), StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new RefusedException(
          "the token " + home.token() + " cannot be written: " + HomeFolder.reason(e), e);
    }
  }

  /**
   * Reads the token.
   *
   * @throws RefusedException if there is none or it is no token
   */
  public static String read(Home home) {
    String token;
    try {
      token = Files.readString(home.token(), StandardCharsets.ISO_8859_1).strip();
    } catch (NoSuchFileException e) {
      throw new RefusedException(
          "the home " + home + " has no token; it is made by `talaria run`", e);
    } catch (IOException e) {
      throw new RefusedException(
          "the token " + home.token() + " cannot be read: " + HomeFolder.reason(e), e);
    }
    if (!FORM.matcher(token).matches()) {
      throw new RefusedException(
          home.token() + " holds no token; remove it, `talaria run` makes a new one");
    }
    return token;
  }
}
