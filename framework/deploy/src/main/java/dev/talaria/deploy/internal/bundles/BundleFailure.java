package dev.talaria.deploy.internal.bundles;

/** Why something could not be done to a bundle, in words for the operator. */
public final class BundleFailure extends Exception {
  private final boolean late;

  BundleFailure(String reason) {
    this(reason, null);
  }

  BundleFailure(String reason, Throwable cause) {
    super(reason, cause);
    late = false;
  }

  private BundleFailure(String reason, boolean late) {
    super(reason);
    this.late = late;
  }

  static BundleFailure late(String reason) {
    return new BundleFailure(reason, true);
  }

  /** Whether it did not come back in time, rather than with an error. */
  boolean isLate() {
    return late;
  }
}
