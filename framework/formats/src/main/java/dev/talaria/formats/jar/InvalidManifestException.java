package dev.talaria.formats.jar;

/** A manifest, a header or a component description that is not as its specification says. */
public final class InvalidManifestException extends Exception {
  public InvalidManifestException(String message) {
    super(message);
  }

  public InvalidManifestException(String message, Throwable cause) {
    super(message, cause);
  }
}
