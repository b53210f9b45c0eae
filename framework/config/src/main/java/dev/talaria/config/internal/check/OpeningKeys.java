package dev.talaria.config.internal.check;

import java.util.Locale;

/**
 * The keys that open a door: what they say counts as it is written, never as it was. An operator
 * who mistypes the closing of a door must not find it open.
 */
final class OpeningKeys {
  private OpeningKeys() {}

  static boolean contains(String key) {
    String lower = key.toLowerCase(Locale.ROOT);
    return lower.startsWith("allow") || lower.equals("override_tools") || lower.equals("grants");
  }
}
