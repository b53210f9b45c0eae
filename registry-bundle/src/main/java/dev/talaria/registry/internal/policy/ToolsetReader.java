package dev.talaria.registry.internal.policy;

import dev.talaria.admin.PolicyView;
import dev.talaria.pipeline.ToolNames;
import dev.talaria.registry.internal.toolset.OperatorFilter;
import dev.talaria.registry.internal.toolset.ToolsetDefinition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Makes the operator's toolsets and filter of raw configuration values, fail-closed: what cannot be
 * read keeps its last good value, and without one the filter lets nothing through. A pure function.
 */
public final class ToolsetReader {
  public static final String FILTER_PID = "dev.talaria.toolsets";
  public static final String FACTORY_PID = "dev.talaria.toolset";
  static final String ENABLED = "enabled";
  static final String DISABLED = "disabled";

  private static final String PREFIX = FACTORY_PID + "~";
  private static final String UNKNOWN =
      file(FILTER_PID) + " cannot be read and no value from before is known";

  /**
   * What was read.
   *
   * @param view what of the filter is said, for those who ask for the policy
   * @param warnings about values that were not taken, a sentence each
   * @param alarms about what ought to be closed and is not, or is closed by a fault, a sentence
   *     each
   * @param filterIsKnown whether good values of the filter are known, of now or from before
   */
  public record Reading(
      Map<String, ToolsetDefinition> definitions,
      OperatorFilter filter,
      List<PolicyView.Value> view,
      List<String> warnings,
      List<String> alarms,
      boolean filterIsKnown) {
    /** Before the first reading. */
    public static final Reading NONE =
        new Reading(Map.of(), OperatorFilter.NONE, List.of(), List.of(), List.of(), false);

    public Reading {
      definitions = Map.copyOf(definitions);
      view = List.copyOf(view);
      warnings = List.copyOf(warnings);
      alarms = List.copyOf(alarms);
    }
  }

  private final Map<String, Map<String, Object>> raw;
  private final Set<String> unreadable;
  private final boolean sure;
  private final Reading previous;
  private final List<PolicyView.Value> view = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final List<String> alarms = new ArrayList<>();

  private ToolsetReader(
      Map<String, Map<String, Object>> raw,
      Set<String> unreadable,
      boolean sure,
      Reading previous) {
    this.raw = raw;
    this.unreadable = unreadable;
    this.sure = sure;
    this.previous = previous;
  }

  /** Returns whether a configuration is read here. */
  public static boolean reads(String pid) {
    return pid.equals(FILTER_PID) || pid.startsWith(PREFIX);
  }

  /**
   * Reads the toolsets and the filter.
   *
   * @param raw the configurations there are, by PID
   * @param unreadable PIDs whose files cannot be read now
   * @param sure whether it is known which files cannot be read; if not, what was known before holds
   *     where nothing is there
   * @param previous what held until now
   */
  public static Reading read(
      Map<String, Map<String, Object>> raw,
      Set<String> unreadable,
      boolean sure,
      Reading previous) {
    return new ToolsetReader(raw, unreadable, sure, previous).read();
  }

  private Reading read() {
    Map<String, ToolsetDefinition> definitions = new HashMap<>();
    Set<String> pids = new TreeSet<>(raw.keySet());
    pids.addAll(unreadable);
    if (!sure) {
      previous.definitions().keySet().forEach(name -> pids.add(PREFIX + name));
    }
    pids.removeIf(pid -> !pid.startsWith(PREFIX));
    for (String pid : pids) {
      String name = pid.substring(PREFIX.length());
      definition(pid, name).ifPresent(definition -> definitions.put(name, definition));
    }
    boolean known =
        raw.containsKey(FILTER_PID)
            || previous.filterIsKnown() && (!sure || unreadable.contains(FILTER_PID));
    return new Reading(definitions, filter(known), view, warnings, alarms, known);
  }

  private Optional<ToolsetDefinition> definition(String pid, String name) {
    ToolsetDefinition last = previous.definitions().get(name);
    Map<String, Object> values = raw.get(pid);
    if (!ToolNames.isValidToolset(name) || ToolNames.isToolsetReservedForMcp(name)) {
      warnings.add(
          file(pid)
              + " defines no toolset: '"
              + name
              + "' must be made of a-z, 0-9, _ and - and not begin with mcp-");
      return Optional.empty();
    }
    if (values == null) {
      if (last == null && sure) {
        alarms.add(
            file(pid)
                + " cannot be read and no value from before is known: the toolset "
                + name
                + " has only the tools that stand in it, and what disables it disables no others."
                + " Mend the file");
      }
      return Optional.ofNullable(last);
    }
    Object posture = values.get("posture");
    if (posture != null && !RawValues.opens(posture) && !RawValues.closes(posture)) {
      warn(pid, "posture", posture, "it is neither true nor false and counts as false");
    }
    return Optional.of(
        new ToolsetDefinition(
            Objects.toString(values.get("description"), "").strip(),
            names(pid, "tools", last == null ? Set.of() : last.tools()).orElse(Set.of()),
            names(pid, "includes", last == null ? Set.of() : last.includes()).orElse(Set.of()),
            RawValues.opens(posture)));
  }

  private OperatorFilter filter(boolean known) {
    if (!raw.containsKey(FILTER_PID)) {
      return withoutValues(known);
    }
    Optional<Set<String>> enabled =
        names(FILTER_PID, ENABLED, previous.filter().enabled().orElse(Set.of()));
    Optional<Set<String>> disabled = names(FILTER_PID, DISABLED, previous.filter().disabled());
    Object stated = value(DISABLED);
    if (stated != null && !previous.filterIsKnown() && RawValues.texts(stated).isEmpty()) {
      return closed(
          DISABLED
              + " in "
              + file(FILTER_PID)
              + " is no list of names and no value from before is known",
          Optional.of(RawValues.shown(stated)));
    }
    if (enabled.filter(Set::isEmpty).isPresent()) {
      warnings.add(
          ENABLED
              + " in "
              + file(FILTER_PID)
              + " names nothing: no tool is offered to anybody. Remove the key to offer all");
    }
    enabled.ifPresent(names -> show(ENABLED, listed(names), value(ENABLED)));
    disabled.ifPresent(names -> show(DISABLED, listed(names), value(DISABLED)));
    return new OperatorFilter(enabled, disabled.orElse(Set.of()));
  }

  /**
   * A file that was never read may have disabled whatever there is, and that no file was there
   * before says nothing about it.
   */
  private OperatorFilter withoutValues(boolean known) {
    if (!known && unreadable.contains(FILTER_PID)) {
      return closed(UNKNOWN, Optional.empty());
    }
    if (!known && sure) {
      return OperatorFilter.NONE;
    }
    // Unreadable with values from before, or nobody can say: what held goes on.
    previous.filter().enabled().ifPresent(names -> show(ENABLED, listed(names), null));
    if (known) {
      show(DISABLED, listed(previous.filter().disabled()), null);
    }
    return previous.filter();
  }

  private OperatorFilter closed(String why, Optional<String> stated) {
    alarms.add(why + ": no tool is offered to anybody. Mend the file");
    view.add(new PolicyView.Value(FILTER_PID, ENABLED, "nothing", stated, why));
    return OperatorFilter.closed("disabled: " + why + "; mend the file");
  }

  private Object value(String key) {
    return raw.get(FILTER_PID).get(key);
  }

  /** Returns the names that a key lists; empty: the key is not there. */
  private Optional<Set<String>> names(String pid, String key, Set<String> last) {
    Object value = raw.get(pid).get(key);
    if (value == null) {
      return Optional.empty();
    }
    Optional<Set<String>> names = RawValues.texts(value).map(HashSet::new);
    if (names.isEmpty()) {
      warn(pid, key, value, "it is no list of names; the last good value stays");
    }
    return Optional.of(names.orElse(last));
  }

  private void show(String key, String effective, Object value) {
    String source =
        unreadable.contains(FILTER_PID)
            ? file(FILTER_PID) + " cannot be read; the last good value holds"
            : file(FILTER_PID);
    view.add(
        new PolicyView.Value(
            FILTER_PID, key, effective, Optional.ofNullable(value).map(RawValues::shown), source));
  }

  private void warn(String pid, String key, Object value, String why) {
    warnings.add(key + " in " + file(pid) + " is '" + RawValues.shown(value) + "': " + why);
  }

  private static String listed(Set<String> names) {
    return names.isEmpty() ? "nothing" : String.join(", ", new TreeSet<>(names));
  }

  private static String file(String pid) {
    return "etc/" + pid + ".cfg";
  }
}
