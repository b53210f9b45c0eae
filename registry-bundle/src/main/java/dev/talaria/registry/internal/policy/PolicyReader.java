package dev.talaria.registry.internal.policy;

import dev.talaria.admin.PolicyView;
import dev.talaria.registry.internal.model.NameGlob;
import dev.talaria.registry.internal.model.PluginPolicy;
import dev.talaria.registry.internal.model.PluginPolicy.Overriding;
import dev.talaria.registry.internal.model.Policy;
import dev.talaria.registry.internal.model.RequiredOwner;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Makes the policy of raw configuration values, fail-closed: a key that opens a door counts only
 * when it says so exactly; one that closes a door keeps its last good value while it cannot be
 * read. A pure function.
 */
public final class PolicyReader {
  /** The source of a value that nobody has stated. */
  public static final String DEFAULT = "default";

  static final String ALLOW = "allow_tool_override";
  static final String REQUIRED_OWNER = "required_owner";
  static final String ENABLED = "enabled";
  static final String OVERRIDE_TOOLS = "override_tools";
  static final String GRANTS = "grants";
  static final String MAX_CONCURRENT_CALLS = "max_concurrent_calls";

  /**
   * What was read.
   *
   * @param warnings about values that were not taken, a sentence each
   * @param alarms about what ought to be closed and is not, a sentence each
   * @param known the configurations of which good values are known
   */
  public record Reading(
      Policy policy,
      PolicyView view,
      List<String> warnings,
      List<String> alarms,
      Set<String> known) {
    /** Before the first reading. */
    public static final Reading NONE =
        new Reading(Policy.CLOSED, new PolicyView(List.of()), List.of(), List.of(), Set.of());

    public Reading {
      warnings = List.copyOf(warnings);
      alarms = List.copyOf(alarms);
      known = Set.copyOf(known);
    }
  }

  private final Map<String, Map<String, Object>> raw;
  private final Set<String> unreadable;
  private final Reading previous;
  private final Set<String> known;
  private final List<PolicyView.Value> view = new ArrayList<>();
  private final List<String> warnings = new ArrayList<>();
  private final List<String> alarms = new ArrayList<>();

  private PolicyReader(
      Map<String, Map<String, Object>> raw, Set<String> unreadable, Reading previous) {
    this.raw = raw;
    this.unreadable = unreadable;
    this.previous = previous;
    this.known = new HashSet<>(previous.known());
    known.retainAll(unreadable);
    known.addAll(raw.keySet());
  }

  /**
   * Reads the policy.
   *
   * @param raw the configurations there are, by PID
   * @param unreadable PIDs whose files cannot be read now
   * @param previous what held until now: the last good values, where any were known
   */
  public static Reading read(
      Map<String, Map<String, Object>> raw, Set<String> unreadable, Reading previous) {
    return new PolicyReader(raw, unreadable, previous).read();
  }

  private Reading read() {
    boolean allow = allow();
    Map<String, RequiredOwner> required = requiredOwners();
    String prefix = Policy.pluginPid("");
    Set<String> pids = new TreeSet<>();
    raw.keySet().stream().filter(pid -> pid.startsWith(prefix)).forEach(pids::add);
    unreadable.stream().filter(pid -> pid.startsWith(prefix)).forEach(pids::add);
    Map<String, PluginPolicy> plugins = new HashMap<>();
    for (String pid : pids) {
      String symbolicName = pid.substring(prefix.length());
      plugins.put(symbolicName, plugin(pid, symbolicName));
    }
    return new Reading(
        new Policy(allow, required, plugins), new PolicyView(view), warnings, alarms, known);
  }

  private boolean allow() {
    String pid = Policy.REGISTRY_PID;
    Object value = values(pid).get(ALLOW);
    boolean open = RawValues.opens(value) && !unreadable.contains(pid);
    show(pid, ALLOW, Boolean.toString(open), value, openingSource(pid, value));
    return open;
  }

  private Map<String, RequiredOwner> requiredOwners() {
    String pid = Policy.REGISTRY_PID;
    Object value = values(pid).get(REQUIRED_OWNER);
    Map<String, RequiredOwner> owners = new TreeMap<>();
    String source = source(pid, value);
    if (unreadable.contains(pid)) {
      owners.putAll(previous.policy().requiredOwners());
      source = unreadableSource(pid) + lastGood(pid, "no tool has a required owner");
      if (!known.contains(pid)) {
        alarms.add(
            file(pid)
                + " cannot be read and no value from before is known: whatever required_owner said"
                + " there is NOT in effect, the tools that it guarded stand without their guard."
                + " Mend the file");
      }
    }
    if (value != null) {
      RequiredOwners said = RequiredOwners.read(value);
      owners.putAll(said.owners());
      if (!said.problems().isEmpty()) {
        source += "; " + String.join("; ", said.problems());
        warn(pid, REQUIRED_OWNER, value, String.join("; ", said.problems()));
      }
      if (!said.whole()) {
        // A guard that cannot be read must not fall: what it said before goes on.
        previous.policy().requiredOwners().forEach(owners::putIfAbsent);
        source += "; what could not be read keeps its last good value";
      }
    }
    show(pid, REQUIRED_OWNER, joined(owners), value, source);
    return owners;
  }

  private PluginPolicy plugin(String pid, String symbolicName) {
    boolean broken = unreadable.contains(pid);
    Map<String, Object> values = values(pid);
    PluginPolicy last = previous.policy().plugins().get(symbolicName);

    boolean enabled = enabled(pid, values, broken, last);

    Object allow = values.get(ALLOW);
    Overriding overriding =
        broken
            ? Overriding.DENIED
            : allow == null
                ? Overriding.UNSET
                : RawValues.opens(allow) ? Overriding.ALLOWED : Overriding.DENIED;
    show(
        pid,
        ALLOW,
        overriding == Overriding.UNSET
            ? "unset"
            : Boolean.toString(overriding == Overriding.ALLOWED),
        allow,
        openingSource(pid, allow));

    Optional<List<NameGlob>> tools = overrideTools(pid, values.get(OVERRIDE_TOOLS), broken);
    if (overriding == Overriding.ALLOWED && tools.isEmpty()) {
      warnings.add(
          pid
              + " allows overriding but names no tools: set override_tools, such as"
              + " override_tools=terminal");
    }
    return new PluginPolicy(
        enabled,
        overriding,
        tools,
        grants(pid, values, broken, last),
        maxConcurrentCalls(pid, values, broken, last));
  }

  /** A limit closes: what cannot be read leaves the last good value. */
  private int maxConcurrentCalls(
      String pid, Map<String, Object> values, boolean broken, PluginPolicy last) {
    Object value = values.get(MAX_CONCURRENT_CALLS);
    int before = last == null ? 0 : last.maxConcurrentCalls();
    int limit = value == null ? (broken ? before : 0) : before;
    String source =
        broken
            ? unreadableSource(pid) + lastGood(pid, "its calls are not limited")
            : source(pid, value);
    if (value != null) {
      try {
        int read = Integer.parseInt(value.toString().strip());
        if (read < 0) {
          warn(pid, MAX_CONCURRENT_CALLS, value, "it must be 0 or more; the last good value stays");
        } else {
          limit = read;
        }
      } catch (NumberFormatException e) {
        warn(pid, MAX_CONCURRENT_CALLS, value, "it is no whole number; the last good value stays");
      }
    }
    show(pid, MAX_CONCURRENT_CALLS, limit == 0 ? "none" : "" + limit, value, source);
    return limit;
  }

  private boolean enabled(
      String pid, Map<String, Object> values, boolean broken, PluginPolicy last) {
    Object value = values.get(ENABLED);
    boolean enabled;
    String source;
    if (broken && value == null) {
      // Good values that do not name the key leave it at its default.
      enabled = raw.containsKey(pid) || known.contains(pid) && last != null && last.enabled();
      source = unreadableSource(pid) + lastGood(pid, "the plugin is disabled");
    } else {
      enabled = value == null || RawValues.opens(value);
      source = broken ? unreadableSource(pid) + lastGood(pid, "") : source(pid, value);
      if (value != null && !RawValues.opens(value) && !RawValues.closes(value)) {
        source = "neither true nor false; counts as false";
        warn(pid, ENABLED, value, "it is neither true nor false and counts as false");
      }
    }
    show(pid, ENABLED, Boolean.toString(enabled), value, source);
    return enabled;
  }

  private Optional<List<NameGlob>> overrideTools(String pid, Object value, boolean broken) {
    Optional<List<NameGlob>> tools = Optional.empty();
    if (broken) {
      tools = Optional.of(List.of());
    } else if (value != null) {
      Optional<List<String>> globs = RawValues.texts(value);
      if (globs.isEmpty()) {
        warn(pid, OVERRIDE_TOOLS, value, "it is no list of names; no name is taken from it");
      }
      tools = Optional.of(globs.orElse(List.of()).stream().map(NameGlob::new).toList());
    }
    show(
        pid,
        OVERRIDE_TOOLS,
        tools.map(t -> listed(t.stream().map(NameGlob::pattern).toList())).orElse("unset"),
        value,
        broken ? unreadableSource(pid) : source(pid, value));
    return tools;
  }

  /**
   * A guard closes: while the file cannot be read, its last good grant holds. The others open doors
   * to the plugin and do not.
   */
  private Set<String> grants(
      String pid, Map<String, Object> values, boolean broken, PluginPolicy last) {
    Object value = values.get(GRANTS);
    Set<String> grants = new TreeSet<>();
    String source = source(pid, value);
    if (broken) {
      if (value != null) {
        grants.addAll(RawValues.texts(value).orElse(List.of()));
      } else if (last != null && !raw.containsKey(pid)) {
        grants.addAll(last.grants());
      }
      grants.retainAll(PluginPolicy.GUARD_GRANTS);
      source =
          unreadableSource(pid)
              + (grants.isEmpty() ? "" : "; of what guards the last good value holds");
    } else if (value != null) {
      Optional<List<String>> said = RawValues.texts(value);
      if (said.isEmpty()) {
        warn(pid, GRANTS, value, "it is no list of grants; none is taken from it");
      }
      Set<String> unknown = new HashSet<>();
      for (String grant : said.orElse(List.of())) {
        (PluginPolicy.KNOWN_GRANTS.contains(grant) ? grants : unknown).add(grant);
      }
      if (!unknown.isEmpty()) {
        warn(
            pid,
            GRANTS,
            new TreeSet<>(unknown),
            "there are only " + new TreeSet<>(PluginPolicy.KNOWN_GRANTS));
      }
    }
    show(pid, GRANTS, listed(grants), value, source);
    return grants;
  }

  private String lastGood(String pid, String otherwise) {
    return known.contains(pid)
        ? "; the last good value holds"
        : " and no value from before is known: " + otherwise;
  }

  private Map<String, Object> values(String pid) {
    return raw.getOrDefault(pid, Map.of());
  }

  private String openingSource(String pid, Object value) {
    if (unreadable.contains(pid)) {
      return unreadableSource(pid) + "; counts as closed";
    }
    if (value != null && !RawValues.opens(value) && !RawValues.closes(value)) {
      warn(pid, ALLOW, value, "only true opens it, so it counts as false");
      return "only true opens it; counts as false";
    }
    return source(pid, value);
  }

  private static String source(String pid, Object value) {
    return value == null ? DEFAULT : file(pid);
  }

  private static String unreadableSource(String pid) {
    return file(pid) + " cannot be read";
  }

  private static String file(String pid) {
    return "etc/" + pid + ".cfg";
  }

  private void warn(String pid, String key, Object value, String why) {
    warnings.add(key + " in " + file(pid) + " is '" + RawValues.shown(value) + "': " + why);
  }

  private void show(String pid, String key, String effective, Object value, String source) {
    view.add(
        new PolicyView.Value(
            pid, key, effective, Optional.ofNullable(value).map(RawValues::shown), source));
  }

  private static String joined(Map<String, RequiredOwner> owners) {
    return listed(owners.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList());
  }

  private static String listed(Collection<String> elements) {
    return elements.isEmpty() ? "none" : String.join(",", elements);
  }
}
