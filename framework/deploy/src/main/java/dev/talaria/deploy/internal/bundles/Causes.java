package dev.talaria.deploy.internal.bundles;

import org.osgi.framework.BundleException;

/** Puts an exception into words for the operator. */
final class Causes {
  private Causes() {}

  /** Skips the framework's wrappers: what the bundle itself threw says most. */
  static String describe(Throwable thrown) {
    Throwable cause = thrown;
    for (int depth = 0;
        depth < 10 && cause instanceof BundleException && cause.getCause() != null;
        depth++) {
      cause = cause.getCause();
    }
    String message = cause.getMessage();
    String type = cause instanceof BundleException ? "" : cause.getClass().getSimpleName();
    if (message == null || message.isBlank()) {
      return type.isEmpty() ? "the framework refused it" : type;
    }
    String line = message.strip().replaceAll("\\s+", " ");
    return type.isEmpty() ? line : type + ": " + line;
  }
}
