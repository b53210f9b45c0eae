package dev.talaria.registry.internal.model;

import dev.talaria.api.Origin;
import dev.talaria.registry.internal.tool.OwnerId;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.pcollections.HashTreePMap;
import org.pcollections.HashTreePSet;
import org.pcollections.PMap;
import org.pcollections.PSet;
import org.pcollections.TreePMap;

/**
 * Everything that resolution depends on, and nothing else. Immutable; a changed copy shares what
 * did not change, so a change costs the logarithm of the number of tools.
 */
public final class Inputs {
  /** Nothing is there and nothing is open. */
  public static final Inputs EMPTY =
      new Inputs(
          HashTreePMap.empty(),
          HashTreePMap.empty(),
          HashTreePMap.empty(),
          HashTreePMap.empty(),
          HashTreePSet.empty(),
          Set.of(),
          Policy.CLOSED);

  private final PMap<String, PMap<OwnerId, CoreDeclaration>> declarations;
  private final PMap<String, PMap<Long, Candidate>> candidates;
  private final PMap<OwnerId, PMap<Long, Candidate>> byOwner;
  private final PMap<OwnerId, OwnerState> owners;
  private final PSet<Long> suspended;
  private final Set<String> builtinToolsets;
  private final Policy policy;

  private Inputs(
      PMap<String, PMap<OwnerId, CoreDeclaration>> declarations,
      PMap<String, PMap<Long, Candidate>> candidates,
      PMap<OwnerId, PMap<Long, Candidate>> byOwner,
      PMap<OwnerId, OwnerState> owners,
      PSet<Long> suspended,
      Set<String> builtinToolsets,
      Policy policy) {
    this.declarations = declarations;
    this.candidates = candidates;
    this.byOwner = byOwner;
    this.owners = owners;
    this.suspended = suspended;
    this.builtinToolsets = builtinToolsets;
    this.policy = policy;
  }

  /** Returns what core bundles declare for a name. */
  public Map<OwnerId, CoreDeclaration> declarations(String name) {
    return declarations.getOrDefault(name, HashTreePMap.empty());
  }

  /** Returns the candidates for a name, faulty and staged ones too. */
  public Collection<Candidate> candidates(String name) {
    PMap<Long, Candidate> known = candidates.get(name);
    return known == null ? Set.of() : known.values();
  }

  /** Returns the candidates of an owner. */
  public Collection<Candidate> candidatesOf(OwnerId owner) {
    PMap<Long, Candidate> known = byOwner.get(owner);
    return known == null ? Set.of() : known.values();
  }

  public Optional<OwnerState> owner(OwnerId owner) {
    return Optional.ofNullable(owners.get(owner));
  }

  public boolean isSuspended(Candidate candidate) {
    return suspended.contains(candidate.id());
  }

  /** Returns whether a candidate with this id is there. */
  public boolean has(Candidate candidate) {
    PMap<Long, Candidate> known = candidates.get(candidate.name());
    return known != null && known.containsKey(candidate.id());
  }

  /** Returns whether the candidate with this id is there and leads to the same tool. */
  public boolean holds(Candidate candidate) {
    PMap<Long, Candidate> known = candidates.get(candidate.name());
    Candidate now = known == null ? null : known.get(candidate.id());
    return now != null && now.binding() == candidate.binding();
  }

  /** Returns the toolsets that core bundles declare tools in. */
  public Set<String> builtinToolsets() {
    return builtinToolsets;
  }

  public Policy policy() {
    return policy;
  }

  /** Returns all names that somebody declares or is a candidate for. */
  public Set<String> names() {
    Set<String> names = new HashSet<>(candidates.keySet());
    names.addAll(declarations.keySet());
    return names;
  }

  /**
   * Returns a changed copy.
   *
   * @param concerned gets the names whose resolution may be another one now
   */
  public Inputs with(InputChange change, Set<String> concerned) {
    if (change instanceof InputChange.Arrived arrived) {
      return arrived(arrived.candidate(), concerned);
    } else if (change instanceof InputChange.Left left) {
      return left(left.candidate(), concerned);
    } else if (change instanceof InputChange.Suspended suspension) {
      if (!has(suspension.candidate())) {
        return this;
      }
      concerned.add(suspension.candidate().name());
      return copy(candidates, byOwner, owners, suspended.plus(suspension.candidate().id()), policy);
    } else if (change instanceof InputChange.Placed placed) {
      Optional<String> promoted = owner(placed.who()).flatMap(OwnerState::promoted);
      return owned(placed.who(), new OwnerState(placed.order(), promoted), concerned);
    } else if (change instanceof InputChange.Promoted promoted) {
      long order = owner(promoted.who()).map(OwnerState::order).orElse(Long.MAX_VALUE);
      return owned(
          promoted.who(), new OwnerState(order, Optional.of(promoted.deployment())), concerned);
    } else if (change instanceof InputChange.Forgotten forgotten) {
      candidatesOf(forgotten.who()).forEach(candidate -> concerned.add(candidate.name()));
      return copy(candidates, byOwner, owners.minus(forgotten.who()), suspended, policy);
    } else if (change instanceof InputChange.Declared declared) {
      return declared(declared, concerned);
    }
    Policy decided = ((InputChange.Decided) change).policy();
    concerned.addAll(names());
    return copy(candidates, byOwner, owners, suspended, decided);
  }

  private Inputs arrived(Candidate candidate, Set<String> concerned) {
    concerned.add(candidate.name());
    Long id = candidate.id();
    // Natural order of the ids: what iterates over candidates sees them in a stable order.
    PMap<Long, Candidate> named = candidates.getOrDefault(candidate.name(), TreePMap.empty());
    PMap<Long, Candidate> owned = byOwner.getOrDefault(candidate.owner(), TreePMap.empty());
    return copy(
        candidates.plus(candidate.name(), named.plus(id, candidate)),
        byOwner.plus(candidate.owner(), owned.plus(id, candidate)),
        owners,
        suspended.minus(id),
        policy);
  }

  private Inputs left(Candidate candidate, Set<String> concerned) {
    if (!has(candidate)) {
      return this;
    }
    concerned.add(candidate.name());
    Long id = candidate.id();
    return copy(
        without(candidates, candidate.name(), id),
        without(byOwner, candidate.owner(), id),
        owners,
        suspended.minus(id),
        policy);
  }

  private static <K> PMap<K, PMap<Long, Candidate>> without(
      PMap<K, PMap<Long, Candidate>> all, K key, Long id) {
    PMap<Long, Candidate> rest = all.getOrDefault(key, TreePMap.empty()).minus(id);
    return rest.isEmpty() ? all.minus(key) : all.plus(key, rest);
  }

  private Inputs owned(OwnerId owner, OwnerState state, Set<String> concerned) {
    if (state.equals(owners.get(owner))) {
      return this;
    }
    candidatesOf(owner).forEach(candidate -> concerned.add(candidate.name()));
    if (owner.origin() == Origin.BUILTIN) {
      // Its place also orders what it declares and does not offer.
      declarations.forEach(
          (name, declaring) -> {
            if (declaring.containsKey(owner)) {
              concerned.add(name);
            }
          });
    }
    return copy(candidates, byOwner, owners.plus(owner, state), suspended, policy);
  }

  private Inputs declared(InputChange.Declared change, Set<String> concerned) {
    PMap<String, PMap<OwnerId, CoreDeclaration>> all = declarations;
    for (Map.Entry<String, PMap<OwnerId, CoreDeclaration>> known : declarations.entrySet()) {
      if (known.getValue().containsKey(change.who())) {
        concerned.add(known.getKey());
        PMap<OwnerId, CoreDeclaration> rest = known.getValue().minus(change.who());
        all = rest.isEmpty() ? all.minus(known.getKey()) : all.plus(known.getKey(), rest);
      }
    }
    for (CoreDeclaration declaration : change.declarations()) {
      String name = declaration.name();
      concerned.add(name);
      PMap<OwnerId, CoreDeclaration> known = all.getOrDefault(name, HashTreePMap.empty());
      all = all.plus(name, known.plus(change.who(), declaration));
    }
    Set<String> toolsets = new HashSet<>();
    all.values().forEach(m -> m.values().forEach(d -> toolsets.add(d.document().toolset())));
    Inputs changed =
        new Inputs(all, candidates, byOwner, owners, suspended, Set.copyOf(toolsets), policy);
    if (!toolsets.equals(builtinToolsets)) {
      concerned.addAll(changed.names());
    }
    return changed;
  }

  private Inputs copy(
      PMap<String, PMap<Long, Candidate>> newCandidates,
      PMap<OwnerId, PMap<Long, Candidate>> newByOwner,
      PMap<OwnerId, OwnerState> newOwners,
      PSet<Long> newSuspended,
      Policy newPolicy) {
    return new Inputs(
        declarations,
        newCandidates,
        newByOwner,
        newOwners,
        newSuspended,
        builtinToolsets,
        newPolicy);
  }
}
