package dev.talaria.config.internal.store;

import dev.talaria.formats.cfg.CfgValue;
import java.util.Dictionary;
import java.util.Enumeration;
import java.util.Hashtable;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Between the properties of Config Admin and the texts of a file: maps that find keys whatever
 * their case, without the properties by which Config Admin keeps its books.
 */
public final class Values {
  static final String PID = "service.pid";
  static final String FACTORY_PID = "service.factoryPid";
  static final String LOCATION = "service.bundleLocation";

  /**
   * Felix marks with it a configuration that somebody asked for and nobody has given a value yet.
   */
  static final String NEW = "_felix_.cm.newConfiguration";

  private static final String FELIX_PREFIX = ":org.apache.felix.configadmin.";

  private Values() {}

  public static SortedMap<String, CfgValue> empty() {
    return new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
  }

  /** Returns whether a key belongs to Config Admin itself: it never stands in a file. */
  public static boolean isReserved(String key) {
    return key.equalsIgnoreCase(PID)
        || key.equalsIgnoreCase(FACTORY_PID)
        || key.equalsIgnoreCase(LOCATION)
        || key.equalsIgnoreCase(NEW)
        || key.regionMatches(true, 0, FELIX_PREFIX, 0, FELIX_PREFIX.length());
  }

  /**
   * Returns the text form of properties.
   *
   * @throws IllegalArgumentException if a value has no text form
   */
  public static SortedMap<String, CfgValue> ofProperties(Dictionary<?, ?> properties) {
    SortedMap<String, CfgValue> values = empty();
    for (Enumeration<?> keys = properties.keys(); keys.hasMoreElements(); ) {
      Object key = keys.nextElement();
      if (!isReserved((String) key)) {
        values.put((String) key, CfgValue.ofProperty(properties.get(key)));
      }
    }
    return values;
  }

  /** Returns new properties with these values. */
  public static Dictionary<String, Object> toProperties(SortedMap<String, CfgValue> values) {
    Dictionary<String, Object> properties = new Hashtable<>();
    values.forEach((key, value) -> properties.put(key, value.toProperty()));
    return properties;
  }

  /** Returns the keys that differ. */
  static Set<String> difference(
      SortedMap<String, CfgValue> before, SortedMap<String, CfgValue> after) {
    SortedMap<String, CfgValue> all = empty();
    all.putAll(before);
    all.putAll(after);
    all.keySet().removeIf(key -> before.containsKey(key) && before.get(key).equals(after.get(key)));
    return all.keySet();
  }
}
