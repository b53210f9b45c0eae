package dev.talaria.config.internal.check;

import dev.talaria.formats.cfg.CfgValue;
import java.util.Optional;

/** What is known of the keys of configurations. Thread-safe. */
public interface Definitions {
  /**
   * What is wrong with a key.
   *
   * @param rejected whether the value is wrong; otherwise nobody knows the key
   * @param text for the operator
   */
  record Finding(boolean rejected, String text) {}

  /** The keys of one configuration. */
  @FunctionalInterface
  interface Keys {
    /** Looks at a value. */
    Optional<Finding> find(String key, CfgValue value);
  }

  /** Returns the keys of a configuration; empty where nobody defines it. */
  Optional<Keys> of(String pid);

  /** Returns a number that grows when definitions may have come or gone. */
  long version();
}
