package dev.talaria.config.internal.store;

import dev.talaria.formats.cfg.CfgValue;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SortedMap;

/**
 * The keys that open or close a door. What opens one counts as it is written, never as it was: an
 * operator who mistypes the closing of a door must not find it open. What closes one stays closed.
 */
public final class DoorKeys {
  private static final String APPROVAL = "approval";
  private static final String TRUSTED_HASHES = "allowed_sha256";
  private static final Set<String> OPENING = Set.of("override_tools", "grants", APPROVAL);
  private static final Set<String> CLOSING =
      Set.of("required_owner", "enabled", "disabled", "trust", "trusted_signers", APPROVAL);

  private DoorKeys() {}

  /** Returns whether a value of this key may open a door. */
  public static boolean opens(String key) {
    String lower = key.toLowerCase(Locale.ROOT);
    return lower.startsWith("allow") || OPENING.contains(lower);
  }

  /** Returns whether a value of this key may close a door. */
  static boolean closes(String key) {
    String lower = key.toLowerCase(Locale.ROOT);
    return lower.startsWith("deny") || CLOSING.contains(lower);
  }

  /** Returns values in which nothing is open that a key could open. */
  public static SortedMap<String, CfgValue> closed(SortedMap<String, CfgValue> values) {
    SortedMap<String, CfgValue> closed = Values.empty();
    values.forEach((key, value) -> closed.put(key, opens(key) ? closed(key, value) : value));
    return closed;
  }

  // A key is not left out: its default may be more than what the operator had allowed.
  private static CfgValue closed(String key, CfgValue value) {
    List<String> texts = value.texts();
    if (key.equalsIgnoreCase(TRUSTED_HASHES)) {
      // The list that trust=allowlist stands on: without it every plugin would go, guards too.
      return value;
    }
    if (key.equalsIgnoreCase(APPROVAL)) {
      return texts.equals(List.of("allow")) ? CfgValue.of("ask") : value;
    }
    boolean flag = texts.equals(List.of("true")) || texts.equals(List.of("false"));
    return flag ? CfgValue.of("false") : CfgValue.of(List.of());
  }
}
