package dev.talaria.config.internal.live;

import dev.talaria.config.internal.check.Assessment;
import dev.talaria.config.internal.check.Definitions;
import dev.talaria.config.internal.store.ConfigStore;
import dev.talaria.config.internal.store.DoorKeys;
import dev.talaria.config.internal.store.Look;
import dev.talaria.config.internal.store.Reading;
import dev.talaria.config.internal.store.Values;
import dev.talaria.formats.cfg.CfgProblem;
import dev.talaria.formats.cfg.CfgValue;
import java.io.IOException;
import java.util.Collections;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.service.cm.Configuration;
import org.osgi.service.cm.ConfigurationAdmin;
import org.osgi.service.cm.ReadOnlyConfigurationException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes configurations in Config Admin: because a file changed, or because a command says so. One
 * change at a time, on the caller's thread, which keeps the {@link Turn}; Config Admin calls its
 * synchronous listeners on it.
 */
@Component(service = LiveConfiguration.class)
public final class LiveConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(LiveConfiguration.class);
  private static final String ANY_LOCATION = "?";

  private final ConfigStore store;
  private final ConfigurationAdmin admin;
  private final Turn turn = new Turn();

  @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
  private volatile Definitions definitions;

  @Activate
  public LiveConfiguration(@Reference ConfigStore store, @Reference ConfigurationAdmin admin) {
    this.store = store;
    this.admin = admin;
  }

  /** Returns a number that changes when files ought to be rechecked. */
  long definitionsVersion() {
    Definitions known = definitions;
    return known == null ? -1 : known.version();
  }

  // ---- from a file

  /**
   * Takes a file as it is now.
   *
   * @return whether to look again soon, because the file is not settled yet
   */
  boolean take(String pid) {
    try {
      turn.take();
      try {
        return takeNow(pid);
      } finally {
        turn.giveBack();
      }
    } catch (IOException | IllegalStateException | ReadOnlyConfigurationException e) {
      report(pid, List.of(problem(pid, "was not taken, and will be tried again: " + e)));
      return false;
    } finally {
      store.publishStatus();
    }
  }

  private boolean takeNow(String pid) throws IOException {
    Look look = store.look(pid);
    if (look.reading() instanceof Reading.Readable readable) {
      apply(pid, readable, look.held());
    } else if (look.reading() instanceof Reading.Unreadable broken) {
      if (look.held().isPresent()) {
        if (look.news()) {
          LOG.warn(
              "{}; what it opens is closed, everything else stays as it was",
              broken.problem().sentence());
        }
        close(pid, look.held().get());
      } else {
        if (look.news()) {
          LOG.error("{}; {}", broken.problem().sentence(), DoorKeys.withoutGoodValues(pid));
        }
        Optional<SortedMap<String, CfgValue>> least = DoorKeys.least(pid);
        if (least.isPresent()) {
          tell(pid, least.get());
        }
      }
      return broken.hash().isEmpty();
    } else {
      drop(pid, look.held().isPresent());
    }
    return false;
  }

  /** Closes what values from before open: their readers do not know that the file is broken. */
  private void close(String pid, SortedMap<String, CfgValue> held) throws IOException {
    SortedMap<String, CfgValue> closed = DoorKeys.closed(held);
    if (!closed.equals(held)) {
      tell(pid, closed);
    }
  }

  private void tell(String pid, SortedMap<String, CfgValue> values) throws IOException {
    store.expectFromFile(pid, values);
    try {
      configuration(pid).update(Values.toProperties(values));
    } finally {
      store.expectNothing(pid);
    }
  }

  private CfgProblem problem(String pid, String text) {
    return new CfgProblem(store.folder().displayName(pid), 0, "", text);
  }

  private void apply(String pid, Reading.Readable file, Optional<SortedMap<String, CfgValue>> held)
      throws IOException {
    Assessment assessment = assess(pid, file, held);
    Optional<SortedMap<String, CfgValue>> wanted = Optional.of(assessment.effective());
    boolean changes = !live(pid).equals(wanted) || !held.equals(wanted);
    if (changes) {
      tell(pid, assessment.effective());
    }
    store.taken(pid, file);
    report(pid, assessment.problems());
    if (changes) {
      LOG.info("configuration {} now is what {} says", pid, store.folder().displayName(pid));
    }
  }

  private Assessment assess(
      String pid, Reading.Readable file, Optional<SortedMap<String, CfgValue>> held) {
    return Assessment.of(
        pid,
        store.folder().displayName(pid),
        file.document(),
        file.values(),
        held,
        Optional.ofNullable(definitions));
  }

  private void drop(String pid, boolean held) throws IOException {
    Optional<Configuration> existing = held ? existing(pid) : Optional.empty();
    if (existing.isEmpty()) {
      store.forget(pid);
      return;
    }
    store.expectFileGone(pid);
    try {
      existing.get().delete();
    } finally {
      store.expectNothing(pid);
    }
    LOG.info("configuration {} is gone with {}", pid, store.folder().displayName(pid));
  }

  private Optional<SortedMap<String, CfgValue>> live(String pid) throws IOException {
    return existing(pid).map(configuration -> Values.ofProperties(configuration.getProperties()));
  }

  /**
   * Returns whether Config Admin holds something else than it had stored: it takes two updates at
   * once for its value in one order and for its store in the other.
   */
  boolean isOutOfStep(String pid) {
    try {
      return !live(pid).equals(store.held(pid));
    } catch (IOException | IllegalStateException e) {
      LOG.debug("configuration {} went while it was looked at", pid, e);
      return false;
    }
  }

  /** Compares a file with what is known of its keys, and changes nothing. */
  void recheck(String pid) {
    Look look = store.look(pid);
    if (look.reading() instanceof Reading.Readable readable) {
      report(pid, assess(pid, readable, look.held()).problems());
    }
  }

  private void report(String pid, List<CfgProblem> problems) {
    for (CfgProblem problem : store.noteProblems(pid, problems)) {
      LOG.warn("{}", problem.sentence());
    }
  }

  // ---- from a command

  /** Changes keys in one step, live and in the file; on an exception nothing was changed. */
  void update(String pid, Map<String, CfgValue> set, Set<String> unset) throws IOException {
    turn.take();
    try {
      updateNow(pid, set, unset);
    } finally {
      turn.giveBack();
      store.publishStatus();
    }
  }

  private void updateNow(String pid, Map<String, CfgValue> set, Set<String> unset)
      throws IOException {
    Optional<CfgProblem> broken = store.unreadable(pid);
    if (broken.isPresent()) {
      throw new IOException(broken.get().sentence() + "; mend the file first, nothing was changed");
    }
    Optional<Configuration> existing = existing(pid);
    if (set.isEmpty() && existing.isEmpty()) {
      return;
    }
    Configuration configuration = existing.isPresent() ? existing.get() : configuration(pid);
    Dictionary<String, Object> changed = merged(configuration.getProperties(), set, unset);
    Set<String> keys = new TreeSet<>(set.keySet());
    keys.addAll(unset);
    store.expectFromCommand(pid, Values.ofProperties(changed), keys);
    try {
      configuration.update(changed);
    } catch (IOException | ReadOnlyConfigurationException e) {
      if (existing.isEmpty()) {
        store.expectUndone(pid);
        configuration.delete();
      }
      throw e instanceof IOException io ? io : new IOException(pid + " is read-only", e);
    } finally {
      store.expectNothing(pid);
    }
    recheck(pid);
    LOG.info("configuration {}: {} changed by a command", pid, keys);
  }

  private static Dictionary<String, Object> merged(
      Dictionary<String, Object> properties, Map<String, CfgValue> set, Set<String> unset) {
    // Values that are not named keep their type; keys are the same in any case.
    Map<String, Object> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    if (properties != null) {
      Collections.list(properties.keys()).stream()
          .filter(key -> !Values.isReserved(key))
          .forEach(key -> all.put(key, properties.get(key)));
    }
    unset.forEach(all::remove);
    set.forEach((key, value) -> all.put(key, value.toProperty()));
    return new Hashtable<>(all);
  }

  /** Deletes a configuration with its file; on an exception nothing was changed. */
  void delete(String pid) throws IOException {
    turn.take();
    try {
      Optional<Configuration> existing = existing(pid);
      // First the file: Config Admin cannot go back once it has begun.
      store.deleteFile(pid);
      try {
        if (existing.isPresent()) {
          existing.get().delete();
          LOG.info("configuration {} deleted by a command", pid);
        } else {
          store.forget(pid);
        }
      } finally {
        store.expectNothing(pid);
      }
    } finally {
      turn.giveBack();
      store.publishStatus();
    }
  }

  // ---- Config Admin

  /** Returns the configurations that have values. */
  List<Configuration> all() throws IOException {
    return list(null);
  }

  Optional<Configuration> existing(String pid) throws IOException {
    StringBuilder escaped = new StringBuilder();
    for (char c : pid.toCharArray()) {
      escaped.append("\\*()".indexOf(c) >= 0 ? "\\" : "").append(c);
    }
    return list("(service.pid=" + escaped + ")").stream().findFirst();
  }

  private List<Configuration> list(String filter) throws IOException {
    try {
      Configuration[] found = admin.listConfigurations(filter);
      return found == null ? List.of() : List.of(found);
    } catch (InvalidSyntaxException e) {
      throw new IOException("the filter " + filter + " is not understood", e);
    }
  }

  private Configuration configuration(String pid) throws IOException {
    Optional<Configuration> existing = existing(pid);
    if (existing.isPresent()) {
      return existing.get();
    }
    int separator = pid.indexOf('~');
    return separator > 0
        ? admin.getFactoryConfiguration(
            pid.substring(0, separator), pid.substring(separator + 1), ANY_LOCATION)
        : admin.getConfiguration(pid, ANY_LOCATION);
  }
}
