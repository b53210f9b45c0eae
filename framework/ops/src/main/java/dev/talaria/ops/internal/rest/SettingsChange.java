package dev.talaria.ops.internal.rest;

import dev.talaria.admin.Settings;
import dev.talaria.ops.internal.http.HttpError;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A change of one configuration, as a body asks for it.
 *
 * @param set new values by key
 * @param unset keys to remove
 */
record SettingsChange(Map<String, List<String>> set, Set<String> unset) {
  private static final Logger LOG = LoggerFactory.getLogger(SettingsChange.class);

  /** Reads {@code set} and {@code unset}; refuses a change that changes nothing or contradicts. */
  static SettingsChange of(JsonBody body) {
    SettingsChange change =
        new SettingsChange(body.lists("set"), Set.copyOf(body.distinctTexts("unset")));
    if (change.set.isEmpty() && change.unset.isEmpty()) {
      throw new HttpError(400, "Say in 'set' or 'unset' what to change.");
    }
    for (String key : change.unset) {
      if (change.set.containsKey(key)) {
        throw new HttpError(400, "'" + key + "' is both in 'set' and in 'unset'.");
      }
    }
    return change;
  }

  void applyTo(Settings settings, String pid) {
    try {
      settings.update(pid, set, unset);
    } catch (IllegalArgumentException e) {
      throw new HttpError(400, e.getMessage());
    } catch (IOException e) {
      LOG.warn("The configuration {} could not be changed.", pid, e);
      throw new HttpError(
          500, "The configuration '" + pid + "' could not be changed: " + e.getMessage());
    }
  }

  /** Returns the keys to set, for the record; values may be secret. */
  String setKeys() {
    return String.join(",", set.keySet().stream().sorted().toList());
  }

  String unsetKeys() {
    return String.join(",", unset.stream().sorted().toList());
  }
}
