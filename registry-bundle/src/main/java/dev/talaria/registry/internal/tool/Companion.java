package dev.talaria.registry.internal.tool;

import dev.talaria.api.AvailabilityProbe;
import dev.talaria.api.DefinitionOverlay;
import java.util.Objects;
import java.util.Optional;

/**
 * What the registry asks about a tool besides calling it: a service of the tool's bundle, known by
 * its name, or an object that was given when the tool was registered. Tools with equal companions
 * share what it answers. Those of another run of the bundle are others.
 */
public final class Companion {
  /** What it is asked for. */
  public enum Kind {
    /** Whether the tool can work: an {@link AvailabilityProbe}. */
    PROBE("probe"),
    /** What is shown of the tool: a {@link DefinitionOverlay}. */
    OVERLAY("overlay");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** Returns the word for it in messages. */
    @Override
    public String toString() {
      return word;
    }
  }

  private final Kind kind;
  private final ProviderScope scope;
  private final String name;
  private final Object given;

  private Companion(Kind kind, ProviderScope scope, String name, Object given) {
    this.kind = kind;
    this.scope = Objects.requireNonNull(scope, "scope");
    this.name = Objects.requireNonNull(name, "name");
    this.given = given;
  }

  /** Returns the one that is a service of the bundle. */
  public static Companion named(Kind kind, ProviderScope scope, String name) {
    return new Companion(kind, scope, name, null);
  }

  /** Returns the one that is this very object. */
  public static Companion of(ProviderScope scope, AvailabilityProbe probe) {
    return new Companion(Kind.PROBE, scope, probe.getClass().getSimpleName(), probe);
  }

  /** Returns the one that is this very object. */
  public static Companion of(ProviderScope scope, DefinitionOverlay overlay) {
    return new Companion(Kind.OVERLAY, scope, overlay.getClass().getSimpleName(), overlay);
  }

  public Kind kind() {
    return kind;
  }

  public ProviderScope scope() {
    return scope;
  }

  /** Returns the name of the service; of a given object, that of its class. */
  public String name() {
    return name;
  }

  /** Returns the object that was given; empty: it is a service. */
  public Optional<Object> given() {
    return Optional.ofNullable(given);
  }

  @Override
  public boolean equals(Object other) {
    // The object's own equals is foreign code, and says nothing about whether it is the same probe.
    return other instanceof Companion that
        && kind == that.kind
        && scope == that.scope
        && given == that.given
        && (given != null || name.equals(that.name));
  }

  @Override
  public int hashCode() {
    int what = given == null ? name.hashCode() : System.identityHashCode(given);
    return 31 * (31 * kind.hashCode() + System.identityHashCode(scope)) + what;
  }

  /** Returns what it is and whose, for messages. */
  @Override
  public String toString() {
    return kind + " " + name + " of " + scope.owner();
  }
}
