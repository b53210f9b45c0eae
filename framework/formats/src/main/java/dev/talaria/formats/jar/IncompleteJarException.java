package dev.talaria.formats.jar;

/** A JAR that may become whole. */
final class IncompleteJarException extends Exception {
  IncompleteJarException(String message, Throwable cause) {
    super(message, cause);
  }
}
