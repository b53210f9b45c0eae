package dev.talaria.ops.internal.clients;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * The SHA-256 of a secret: what is kept in memory and compared. Equal secrets are found in a time
 * that does not depend on how much of a wrong one is right.
 */
public final class SecretHash {
  private final byte[] digest;

  private SecretHash(byte[] digest) {
    this.digest = digest;
  }

  public static SecretHash of(String secret) {
    try {
      return new SecretHash(
          MessageDigest.getInstance("SHA-256").digest(secret.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java runtime has SHA-256.", e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SecretHash hash && MessageDigest.isEqual(digest, hash.digest);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(digest);
  }

  /** Says nothing about the secret. */
  @Override
  public String toString() {
    return "secret";
  }
}
