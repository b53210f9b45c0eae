package dev.talaria.deploy.internal.bundles;

/** Why something could not be done to a bundle, in words for the operator. */
public final class BundleFailure extends Exception {
  BundleFailure(String reason) {
    super(reason);
  }

  BundleFailure(String reason, Throwable cause) {
    super(reason, cause);
  }
}
