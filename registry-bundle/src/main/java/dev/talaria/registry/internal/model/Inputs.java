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
          Declarations.EMPTY,
          HashTreePMap.empty(),
          HashTreePMap.empty(),
          HashTreePMap.empty(),
          HashTreePSet.empty(),
          HashTreePMap.empty(),
          Policy.CLOSED);

  private final Declarations declarations;
  private final PMap<String, PMap<Long, Candidate>> candidates;
  private final PMap<OwnerId, PMap<Long, Candidate>> byOwner;
  private final PMap<OwnerId, OwnerState> owners;
  private final PSet<Long> suspended;
  private final PMap<OwnerId, Outage> outages;
  private final Policy policy;

  private Inputs(
      Declarations declarations,
      PMap<String, PMap<Long, Candidate>> candidates,
      PMap<OwnerId, PMap<Long, Candidate>> byOwner,
      PMap<OwnerId, OwnerState> owners,
      PSet<Long> suspended,
      PMap<OwnerId, Outage> outages,
      Policy policy) {
    this.declarations = declarations;
    this.candidates = candidates;
    this.byOwner = byOwner;
    this.owners = owners;
    this.suspended = suspended;
    this.outages = outages;
    this.policy = policy;
  }

  /** Returns what core bundles declare for a name. */
  public Map<OwnerId, CoreDeclaration> declarations(String name) {
    return declarations.of(name);
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

  /** Returns why nothing of an owner can be called, if so. */
  public Optional<Outage> outage(OwnerId owner) {
    return Optional.ofNullable(outages.get(owner));
  }

  /** Returns the toolsets that core bundles declare tools in; unmodifiable. */
  public Set<String> builtinToolsets() {
    return declarations.toolsets();
  }

  public Policy policy() {
    return policy;
  }

  /** Returns all names that somebody declares or is a candidate for. */
  public Set<String> names() {
    Set<String> names = new HashSet<>(candidates.keySet());
    names.addAll(declarations.names());
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
      return copy(candidates, byOwner, suspended.plus(suspension.candidate().id()));
    } else if (change instanceof InputChange.Placed placed) {
      Optional<String> promoted = owner(placed.who()).flatMap(OwnerState::promoted);
      return owned(placed.who(), new OwnerState(placed.order(), promoted), concerned);
    } else if (change instanceof InputChange.Promoted promoted) {
      long order = owner(promoted.who()).map(OwnerState::order).orElse(Long.MAX_VALUE);
      return owned(
          promoted.who(), new OwnerState(order, Optional.of(promoted.deployment())), concerned);
    } else if (change instanceof InputChange.Forgotten forgotten) {
      concernAll(forgotten.who(), concerned);
      return copy(owners.minus(forgotten.who()));
    } else if (change instanceof InputChange.Declared declared) {
      return declared(declared, concerned);
    } else if (change instanceof InputChange.Outaged outaged) {
      return outaged(outaged, concerned);
    }
    Policy decided = ((InputChange.Decided) change).policy();
    concerned.addAll(names());
    return new Inputs(declarations, candidates, byOwner, owners, suspended, outages, decided);
  }

  private void concernAll(OwnerId owner, Set<String> concerned) {
    candidatesOf(owner).forEach(candidate -> concerned.add(candidate.name()));
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
        suspended.minus(id));
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
        suspended.minus(id));
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
    concernAll(owner, concerned);
    // The place of a core bundle also orders what it declares and does not offer.
    declarations.by(owner).forEach(declaration -> concerned.add(declaration.name()));
    return copy(owners.plus(owner, state));
  }

  private Inputs outaged(InputChange.Outaged change, Set<String> concerned) {
    if (change.outage().equals(outage(change.who()))) {
      return this;
    }
    concernAll(change.who(), concerned);
    PMap<OwnerId, Outage> changed =
        change.outage().isPresent()
            ? outages.plus(change.who(), change.outage().get())
            : outages.minus(change.who());
    return new Inputs(declarations, candidates, byOwner, owners, suspended, changed, policy);
  }

  private Inputs declared(InputChange.Declared change, Set<String> concerned) {
    Declarations changed = declarations.with(change.who(), change.declarations());
    declarations.by(change.who()).forEach(declaration -> concerned.add(declaration.name()));
    changed.by(change.who()).forEach(declaration -> concerned.add(declaration.name()));
    if (!changed.toolsets().equals(declarations.toolsets())) {
      // Who may join a toolset of the core is a question for plugins only.
      byOwner.keySet().stream()
          .filter(owner -> owner.origin() == Origin.PLUGIN)
          .forEach(owner -> concernAll(owner, concerned));
    }
    return new Inputs(changed, candidates, byOwner, owners, suspended, outages, policy);
  }

  private Inputs copy(
      PMap<String, PMap<Long, Candidate>> newCandidates,
      PMap<OwnerId, PMap<Long, Candidate>> newByOwner,
      PSet<Long> newSuspended) {
    return new Inputs(
        declarations, newCandidates, newByOwner, owners, newSuspended, outages, policy);
  }

  private Inputs copy(PMap<OwnerId, OwnerState> newOwners) {
    return new Inputs(declarations, candidates, byOwner, newOwners, suspended, outages, policy);
  }
}
