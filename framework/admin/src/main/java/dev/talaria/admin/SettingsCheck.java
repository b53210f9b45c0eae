package dev.talaria.admin;

import java.util.List;
import java.util.Map;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Tells what is wrong with values beyond what Metatype can say, such as a text that is no duration.
 * Optional: a core bundle may offer one for the configurations that it reads itself; {@link
 * Settings} shows what it finds among the problems of a configuration. Thread-safe.
 */
@ConsumerType
public interface SettingsCheck {
  /**
   * Looks at values as they are in effect. Answers at once, from the values alone.
   *
   * @param pid of a configuration, perhaps one of which nothing is known here
   * @param values by key, as Config Admin holds them; the keys of Config Admin itself may be there
   * @return a sentence each with key and file; empty when nothing is wrong or known
   */
  List<String> problems(String pid, Map<String, Object> values);
}
