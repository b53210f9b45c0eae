package dev.talaria.registry.internal.model;

import dev.talaria.registry.internal.tool.OwnerId;
import java.util.List;
import java.util.Optional;

/** One change of the {@link Inputs}. Applying the same set in any order gives the same inputs. */
public sealed interface InputChange {
  /** Returns the owner that it is about; empty if it is about all. */
  default Optional<OwnerId> owner() {
    return Optional.empty();
  }

  /** A candidate came. */
  record Arrived(Candidate candidate) implements InputChange {
    @Override
    public Optional<OwnerId> owner() {
      return Optional.of(candidate.owner());
    }
  }

  /** A candidate went. */
  record Left(Candidate candidate) implements InputChange {
    @Override
    public Optional<OwnerId> owner() {
      return Optional.of(candidate.owner());
    }
  }

  /** A candidate's service went, perhaps only for a moment; it keeps its place. */
  record Suspended(Candidate candidate) implements InputChange {
    @Override
    public Optional<OwnerId> owner() {
      return Optional.of(candidate.owner());
    }
  }

  /** The place of an owner in the order of its origin. */
  record Placed(OwnerId who, long order) implements InputChange {
    @Override
    public Optional<OwnerId> owner() {
      return Optional.of(who);
    }
  }

  /** A deployment of an owner became its current one. */
  record Promoted(OwnerId who, String deployment) implements InputChange {
    @Override
    public Optional<OwnerId> owner() {
      return Optional.of(who);
    }
  }

  /** Nothing of the owner is installed any more. */
  record Forgotten(OwnerId who) implements InputChange {
    @Override
    public Optional<OwnerId> owner() {
      return Optional.of(who);
    }
  }

  /** What the manifest of a core bundle declares, in place of what was known of it. */
  record Declared(OwnerId who, List<CoreDeclaration> declarations) implements InputChange {
    public Declared {
      declarations = List.copyOf(declarations);
    }

    @Override
    public Optional<OwnerId> owner() {
      return Optional.of(who);
    }
  }

  /** The way to an owner's tools broke, or is there again. */
  record Outaged(OwnerId who, Optional<Outage> outage) implements InputChange {
    @Override
    public Optional<OwnerId> owner() {
      return Optional.of(who);
    }
  }

  /** The operator's decisions. */
  record Decided(Policy policy) implements InputChange {}
}
