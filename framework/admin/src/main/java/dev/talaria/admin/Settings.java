package dev.talaria.admin;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/** The configuration in {@code etc/} as core bundles see it. Thread-safe. */
@ProviderType
public interface Settings {
  /**
   * A configuration.
   *
   * @param pid its PID; a factory's ends in {@code ~name}
   * @param file its file in {@code etc/}
   * @param values its values as in effect, as text; a list has its elements in order
   * @param problems what is wrong with the file, a sentence with file, key and line each
   */
  record Configured(
      String pid, String file, Map<String, List<String>> values, List<String> problems) {
    public Configured {
      values = Map.copyOf(values);
      problems = List.copyOf(problems);
    }
  }

  /** Returns all configurations, ordered by PID. */
  List<Configured> list();

  /** Returns one configuration, if it exists. */
  Optional<Configured> get(String pid);

  /**
   * Sets and removes keys of a configuration in one change, live and in its file; comments and
   * order of the file are kept.
   *
   * @param set new values; a list of one is a plain value
   * @param unset keys to remove
   * @throws IllegalArgumentException if the PID or a key is no valid name
   * @throws IOException if the file could not be written; nothing was changed then
   */
  void update(String pid, Map<String, List<String>> set, Set<String> unset) throws IOException;

  /** Removes a configuration and its file; does nothing if there is none. */
  void delete(String pid) throws IOException;
}
