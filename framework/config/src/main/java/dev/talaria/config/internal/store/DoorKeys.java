package dev.talaria.config.internal.store;

import dev.talaria.formats.cfg.CfgValue;
import dev.talaria.formats.cfg.PidFileNames;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
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

  /**
   * What holds of a configuration whose file was never read: the least that it can mean. The
   * policy, the plugins and the filter of toolsets are not here, since the registry knows of
   * unreadable files by itself; nor is {@code trust}, since without plugins their guards go too.
   */
  private static final Map<String, Map<String, CfgValue>> LEAST =
      Map.of(
          "dev.talaria.files", Map.of("deny", CfgValue.of("*")),
          "dev.talaria.terminal", Map.of(APPROVAL, CfgValue.of("deny")));

  private DoorKeys() {}

  /** Returns what holds of a PID as long as no good values are known; empty: no configuration. */
  public static Optional<SortedMap<String, CfgValue>> least(String pid) {
    return Optional.ofNullable(LEAST.get(pid))
        .map(
            values -> {
              SortedMap<String, CfgValue> least = Values.empty();
              least.putAll(values);
              return least;
            });
  }

  /** Returns what comes of it when a file was never read, for its operator. */
  public static String withoutGoodValues(String pid) {
    String factory = PidFileNames.factoryPid(pid).orElse(pid);
    return "no value of "
        + pid
        + " from before is known, so until it is mended "
        + switch (factory) {
          case "dev.talaria.files" -> "no file may be read or changed";
          case "dev.talaria.terminal" -> "no command runs";
          case "dev.talaria.toolsets" -> "no tool is offered";
          case "dev.talaria.plugin" -> "the plugin is disabled";
          case "dev.talaria.registry" ->
              "no plugin may override, and what the file requires is NOT in effect";
          default -> "what the file requires, denies or closes is NOT in effect";
        };
  }

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
