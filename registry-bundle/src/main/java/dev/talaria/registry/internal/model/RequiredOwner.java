package dev.talaria.registry.internal.model;

import dev.talaria.registry.internal.tool.OwnerId;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whose tool must stand for a name.
 *
 * @param owners as the operator named them; more than one: nobody can be all of them, so the name
 *     stays unavailable
 */
public record RequiredOwner(Set<String> owners) {
  public RequiredOwner {
    owners = Set.copyOf(owners);
  }

  public static RequiredOwner of(String owner) {
    return new RequiredOwner(Set.of(owner));
  }

  /** Returns this with one more demand. */
  public RequiredOwner and(RequiredOwner other) {
    Set<String> all = new TreeSet<>(owners);
    all.addAll(other.owners);
    return new RequiredOwner(all);
  }

  /** Returns whether nobody can meet it. */
  public boolean isDisputed() {
    return owners.size() != 1;
  }

  public boolean isMetBy(OwnerId owner) {
    return !isDisputed() && owners.contains(owner.name());
  }

  /** Returns the owners for a message. */
  @Override
  public String toString() {
    return String.join(" and ", new TreeSet<>(owners));
  }
}
