package dev.talaria.deploy.internal.bundles;

/** Why something could not be done to a bundle, in words for the operator. */
public final class BundleFailure extends Exception {
  private final boolean late;
  private final boolean unresolved;

  BundleFailure(String reason) {
    this(reason, null);
  }

  BundleFailure(String reason, Throwable cause) {
    super(reason, cause);
    late = false;
    unresolved = false;
  }

  private BundleFailure(String reason, boolean late, boolean unresolved) {
    super(reason);
    this.late = late;
    this.unresolved = unresolved;
  }

  static BundleFailure late(String reason) {
    return new BundleFailure(reason, true, false);
  }

  static BundleFailure unresolved(String reason) {
    return new BundleFailure(reason, false, true);
  }

  /** Whether something that it needs is missing. */
  boolean isUnresolved() {
    return unresolved;
  }

  /** Whether it did not come back in time, rather than with an error. */
  boolean isLate() {
    return late;
  }
}
