package dev.talaria.deploy.internal.bundles;

/** An operation stops half-way, since nobody wants its end any more. */
final class UnwantedException extends Exception {
  private static final long serialVersionUID = 1L;
}
