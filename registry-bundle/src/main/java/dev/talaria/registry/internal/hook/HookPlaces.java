package dev.talaria.registry.internal.hook;

import dev.talaria.admin.DeclaredHook;
import dev.talaria.admin.HeldPlugin;
import dev.talaria.api.Origin;
import dev.talaria.registry.internal.model.Inputs;
import dev.talaria.registry.internal.model.NameGlob;
import dev.talaria.registry.internal.model.OwnerState;
import dev.talaria.registry.internal.model.PluginPolicy;
import dev.talaria.registry.internal.model.Policy;
import dev.talaria.registry.internal.tool.OwnerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Knows which guards are to see calls and are not there: those that a held and granted plugin
 * declares, those that stood and left though the operator did not take them away, and, of a plugin
 * that has not run yet and declares none of a kind that it is granted, one that wants everything.
 *
 * <p>Guarded by whoever uses it, but for {@link #end} and what the gaps that it gave out ask it
 * from any thread: that comes from volatile fields.
 */
public final class HookPlaces {
  private final Supplier<Duration> patience;
  private final Predicate<OwnerId> bracketed;
  private final Map<HookPlace, Vacated> vacated = new LinkedHashMap<>();
  private final Set<OwnerId> ran = new HashSet<>();
  private Map<HookPlace, AbsentHook> absent = Map.of();

  /** By symbolic name; null: nobody has said yet. */
  private volatile Map<String, HeldPlugin> held;

  private volatile boolean ended;

  /**
   * What somebody left.
   *
   * @param pid of the configuration that it was made by; empty: none
   */
  private record Vacated(List<NameGlob> tools, String deployment, String pid) {}

  /**
   * Creates the knowledge of an empty runtime.
   *
   * @param patience how long a gap may last before calls are no longer kept waiting
   * @param bracketed whether an owner's bundle is being started, updated or stopped now
   */
  public HookPlaces(Supplier<Duration> patience, Predicate<OwnerId> bracketed) {
    this.patience = patience;
    this.bracketed = bracketed;
  }

  /** Takes what the deploy folder holds now. */
  public void announce(Collection<HeldPlugin> plugins) {
    Map<String, HeldPlugin> now = new TreeMap<>();
    plugins.forEach(plugin -> now.put(plugin.symbolicName(), plugin));
    held = now;
  }

  /**
   * Keeps the place of a guard that leaves.
   *
   * @param deployment that it stood for
   * @param pid of the configuration that it was made by; empty: none
   */
  public void vacate(HookPlace place, List<NameGlob> tools, String deployment, String pid) {
    vacated.put(place, new Vacated(tools, deployment, pid));
  }

  /** Gives up the places of guards that a configuration made which the operator has deleted. */
  public void unconfigured(String pid) {
    vacated.values().removeIf(left -> left.pid().equals(pid));
  }

  /** Nothing comes back any more: nobody is to wait for anything. */
  public void end() {
    ended = true;
  }

  /**
   * Returns the guards that are missing; a gap that lasts is the same object.
   *
   * @param filled the places of the hooks that are used
   * @param admitted what a deployment of an owner declares; empty: it is not installed
   */
  public List<AbsentHook> absent(
      Inputs inputs,
      Set<HookPlace> filled,
      BiFunction<OwnerId, String, Optional<List<DeclaredHook>>> admitted) {
    Map<HookPlace, List<NameGlob>> missing = new LinkedHashMap<>();
    forget(inputs, filled);
    new TreeMap<>(inputs.policy().plugins())
        .forEach(
            (name, policy) -> {
              OwnerId owner = OwnerId.plugin(name);
              if (policy.enabled() && isHeld(owner)) {
                missing.putAll(declared(owner, policy, inputs, filled, admitted));
              }
            });
    vacated.forEach((place, left) -> missing.putIfAbsent(place, left.tools()));
    Map<HookPlace, AbsentHook> now = new LinkedHashMap<>();
    missing.forEach(
        (place, tools) -> {
          AbsentHook known = absent.get(place);
          now.put(
              place,
              known != null && known.tools().equals(tools)
                  ? known
                  : new AbsentHook(place, tools, this));
        });
    absent = now;
    return List.copyOf(now.values());
  }

  private boolean isHeld(OwnerId owner) {
    return held == null || held.containsKey(owner.name());
  }

  /** Drops the places that are filled again, and those that the operator gave up. */
  private void forget(Inputs inputs, Set<HookPlace> filled) {
    ran.removeIf(owner -> !isHeld(owner));
    for (Iterator<Map.Entry<HookPlace, Vacated>> all = vacated.entrySet().iterator();
        all.hasNext(); ) {
      Map.Entry<HookPlace, Vacated> each = all.next();
      HookPlace place = each.getKey();
      if (isFilled(place, filled)
          || place.owner().origin() == Origin.PLUGIN
              && isGivenUp(place, each.getValue().deployment(), inputs)) {
        all.remove();
      }
    }
  }

  private boolean isGivenUp(HookPlace place, String deployment, Inputs inputs) {
    PluginPolicy policy = inputs.policy().plugin(place.owner().name());
    return !policy.enabled()
        || !policy.grants().contains(place.kind().grant())
        || !isHeld(place.owner())
        // What another version offers instead, and what it does not, is for that to say.
        || promoted(place.owner(), inputs).filter(now -> !now.equals(deployment)).isPresent();
  }

  private static Optional<String> promoted(OwnerId owner, Inputs inputs) {
    return inputs.owner(owner).flatMap(OwnerState::promoted);
  }

  private static boolean isFilled(HookPlace place, Set<HookPlace> filled) {
    return filled.stream().anyMatch(other -> other.fills(place));
  }

  private Map<HookPlace, List<NameGlob>> declared(
      OwnerId owner,
      PluginPolicy policy,
      Inputs inputs,
      Set<HookPlace> filled,
      BiFunction<OwnerId, String, Optional<List<DeclaredHook>>> admitted) {
    Optional<String> promoted = promoted(owner, inputs);
    promoted.ifPresent(id -> ran.add(owner));
    List<DeclaredHook> hooks =
        promoted.flatMap(id -> admitted.apply(owner, id)).orElseGet(() -> announced(owner));
    Map<HookPlace, List<NameGlob>> missing = new LinkedHashMap<>();
    for (HookKind kind : HookKind.values()) {
      if (!kind.isGuard() || !policy.grants().contains(kind.grant())) {
        continue;
      }
      List<DeclaredHook> ofKind =
          hooks.stream().filter(hook -> hook.types().contains(kind.type().getName())).toList();
      for (DeclaredHook hook : ofKind) {
        HookPlace place = HookPlace.of(owner, kind, hook.component());
        // Once it has run, what stands by configuration is known from what stood.
        if (!isFilled(place, filled) && !(hook.conditional() && ran.contains(owner))) {
          missing.put(place, hook.tools().stream().map(NameGlob::new).toList());
        }
      }
      if (ofKind.isEmpty() && !ran.contains(owner)) {
        // The grant says that there is one; what it wants is known once it stands.
        missing.put(HookPlace.of(owner, kind, ""), List.of(new NameGlob("*")));
      }
    }
    return missing;
  }

  private List<DeclaredHook> announced(OwnerId owner) {
    HeldPlugin plugin = held == null ? null : held.get(owner.name());
    return plugin == null ? List.of() : plugin.hooks();
  }

  Duration patience() {
    return ended ? Duration.ZERO : patience.get();
  }

  /** Whether something happens to an owner's bundle now, which the deploy agent waits for. */
  boolean isBusy(OwnerId owner) {
    return bracketed.test(owner);
  }

  /** Whether a missing hook of an owner is about to come. */
  boolean isAwaited(OwnerId owner) {
    if (ended) {
      return false;
    }
    Map<String, HeldPlugin> now = held;
    HeldPlugin plugin = now == null ? null : now.get(owner.name());
    return now == null || plugin != null && plugin.awaited() || isBusy(owner);
  }

  /** Whether a gap is only a passing one as far as is known, or the last of all. */
  boolean isPassing(OwnerId owner) {
    return ended || isAwaited(owner);
  }

  /** Returns why a hook is not there and what to do, for messages. */
  String reason(HookPlace place) {
    OwnerId owner = place.owner();
    if (ended) {
      return "the runtime is ending";
    }
    if (held == null) {
      return "the deploy folder has not been gone through yet; try again";
    }
    if (isAwaited(owner)) {
      return "it is being started or updated; try again";
    }
    if (owner.origin() != Origin.PLUGIN) {
      return "talaria bundles says what it waits for";
    }
    HeldPlugin plugin = held.get(owner.name());
    List<String> parts = new ArrayList<>();
    parts.add(
        plugin == null || plugin.state().isEmpty()
            ? "talaria bundles says what it waits for"
            : plugin.state());
    parts.add("mend that and run `talaria bundles restart " + owner + "`");
    parts.add(
        "or do without it: `talaria policy revoke "
            + owner
            + " "
            + place.kind().grant()
            + "` (grants in "
            + Policy.pluginPid(owner.name())
            + "), or `talaria undeploy "
            + owner
            + "`");
    return String.join("; ", parts);
  }
}
