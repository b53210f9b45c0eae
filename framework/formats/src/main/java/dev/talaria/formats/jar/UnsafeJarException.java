package dev.talaria.formats.jar;

/** A whole JAR with entries that nobody should unpack. */
final class UnsafeJarException extends Exception {
  UnsafeJarException(String message) {
    super(message);
  }

  UnsafeJarException(String message, Throwable cause) {
    super(message, cause);
  }
}
