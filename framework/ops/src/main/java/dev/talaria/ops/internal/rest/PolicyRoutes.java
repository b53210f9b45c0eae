package dev.talaria.ops.internal.rest;

import dev.talaria.admin.PolicyView;
import dev.talaria.admin.RegistryAdmin;
import dev.talaria.admin.Settings;
import dev.talaria.ops.internal.http.HttpError;
import dev.talaria.ops.internal.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The policy of overriding. A change goes into the configuration, and the answer waits on the
 * server's thread until the registry has it, at most for {@link #APPLY_TIMEOUT}.
 */
final class PolicyRoutes implements RouteGroup {
  static final Duration APPLY_TIMEOUT = Duration.ofSeconds(3);

  private static final String REGISTRY = "dev.talaria.registry";
  private static final String PLUGIN = "dev.talaria.plugin~";
  private static final Set<String> REGISTRY_KEYS = Set.of("allow_tool_override", "required_owner");
  private static final Set<String> PLUGIN_KEYS =
      Set.of("enabled", "allow_tool_override", "override_tools", "grants");
  // A symbolic name (OSGi Core, 1.3.2).
  private static final Pattern SYMBOLIC_NAME =
      Pattern.compile("[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+)*");
  private static final Duration POLL = Duration.ofMillis(20);

  private final Parts parts;
  private final Actions actions;

  PolicyRoutes(Parts parts, Actions actions) {
    this.parts = parts;
    this.actions = actions;
  }

  @Override
  public List<Route> routes() {
    return List.of(Route.get("/policy", this::show), Route.post("/policy", this::change));
  }

  private Answer show(Exchange exchange) {
    exchange.query();
    return Answer.ok(json(parts.registry().policy()));
  }

  private Answer change(Exchange exchange) throws IOException {
    JsonBody body = exchange.body(Exchange.BODY_LIMIT, "plugin", "set", "unset");
    exchange.query();
    Optional<String> plugin = body.text("plugin");
    if (plugin.isPresent() && !SYMBOLIC_NAME.matcher(plugin.get()).matches()) {
      throw new HttpError(400, "'" + plugin.get() + "' is no symbolic name.");
    }
    SettingsChange change = SettingsChange.of(body);
    requireKnownKeys(change, plugin.isPresent() ? PLUGIN_KEYS : REGISTRY_KEYS);
    String pid = plugin.map(PLUGIN::concat).orElse(REGISTRY);
    RegistryAdmin registry = parts.registry();
    Settings settings = parts.settings();
    change.applyTo(settings, pid);
    actions.record(
        exchange,
        "operator.policy",
        "pid",
        pid,
        "set",
        change.set().toString(),
        "unset",
        change.unsetKeys());
    boolean applied = await(registry, pid, change);
    return Answer.ok(json(registry.policy()).put("applied", applied));
  }

  private static void requireKnownKeys(SettingsChange change, Set<String> known) {
    Stream.concat(change.set().keySet().stream(), change.unset().stream())
        .filter(key -> !known.contains(key))
        .findFirst()
        .ifPresent(
            key -> {
              throw new HttpError(
                  400,
                  "'"
                      + key
                      + "' is no key of the policy; known here: "
                      + String.join(", ", known.stream().sorted().toList())
                      + ".");
            });
  }

  private static boolean await(RegistryAdmin registry, String pid, SettingsChange change) {
    long deadline = System.nanoTime() + APPLY_TIMEOUT.toNanos();
    while (!has(registry.policy(), pid, change)) {
      if (System.nanoTime() - deadline > 0 || Thread.currentThread().isInterrupted()) {
        return false;
      }
      LockSupport.parkNanos(POLL.toNanos());
    }
    return true;
  }

  /** Returns whether the registry has read what was written. */
  private static boolean has(PolicyView policy, String pid, SettingsChange change) {
    boolean allSet =
        change.set().entrySet().stream()
            .allMatch(
                (Map.Entry<String, List<String>> wanted) ->
                    raw(policy, pid, wanted.getKey())
                        .map(PolicyRoutes::elements)
                        .filter(elements(String.join(",", wanted.getValue()))::equals)
                        .isPresent());
    return allSet && change.unset().stream().allMatch(key -> raw(policy, pid, key).isEmpty());
  }

  private static Optional<String> raw(PolicyView policy, String pid, String key) {
    return policy.values().stream()
        .filter(value -> value.pid().equals(pid) && value.key().equals(key))
        .findFirst()
        .flatMap(PolicyView.Value::raw);
  }

  // How a list is put into one text is the registry's choice; what counts are its elements.
  private static List<String> elements(String raw) {
    String list =
        raw.startsWith("[") && raw.endsWith("]") ? raw.substring(1, raw.length() - 1) : raw;
    return Stream.of(list.split(",")).map(String::strip).filter(e -> !e.isEmpty()).toList();
  }

  private static ObjectNode json(PolicyView policy) {
    ObjectNode body = Json.object();
    ArrayNode values = body.putArray("values");
    for (PolicyView.Value value : policy.values()) {
      values
          .addObject()
          .put("pid", value.pid())
          .put("key", value.key())
          .put("effective", value.effective())
          .put("raw", value.raw().orElse(null))
          .put("source", value.source());
    }
    return body;
  }
}
