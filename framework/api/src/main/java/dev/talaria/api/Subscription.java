package dev.talaria.api;

import org.osgi.annotation.versioning.ProviderType;

/** Ends what it was given for. Closing twice does nothing more. Thread-safe. */
@ProviderType
@FunctionalInterface
public interface Subscription extends AutoCloseable {
  @Override
  void close();
}
