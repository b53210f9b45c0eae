package dev.talaria.pipeline.definition;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.regex.Pattern;

/**
 * Names as model providers take them: 1 to 64 of {@code [A-Za-z0-9_-]} (the rule of OpenAI's {@code
 * function.name} and Anthropic's {@code name}). Another name gets an alias that is made of nothing
 * but the name, so that it is the same wherever the tool is listed. Thread-safe.
 */
public final class ProviderNames {
  private static final int MAX_LENGTH = 64;
  private static final Pattern OTHERS = Pattern.compile("[^A-Za-z0-9_-]");

  // 60 bits: two names of one runtime do not meet by accident.
  private static final int HASH_CHARS = 12;

  private ProviderNames() {}

  /** Returns whether providers take this name as it is. */
  public static boolean isTaken(String name) {
    // Asked of every tool for every view, so without a pattern.
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (!(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9')
          && c != '_'
          && c != '-') {
        return false;
      }
    }
    return !name.isEmpty() && name.length() <= MAX_LENGTH;
  }

  /**
   * Returns a name that providers take.
   *
   * @param attempt 0 at first; a higher number for another alias, when that one is somebody's name
   */
  public static String alias(String name, int attempt) {
    String readable = OTHERS.matcher(name).replaceAll("_");
    int room = MAX_LENGTH - HASH_CHARS - 1;
    return readable.substring(0, Math.min(readable.length(), room))
        + "_"
        + hash(attempt == 0 ? name : name + "\n" + attempt);
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      String digits = new BigInteger(1, digest).toString(Character.MAX_RADIX);
      return digits.substring(digits.length() - HASH_CHARS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java runtime has SHA-256", e);
    }
  }
}
