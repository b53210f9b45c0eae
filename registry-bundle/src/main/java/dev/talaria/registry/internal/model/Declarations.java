package dev.talaria.registry.internal.model;

import dev.talaria.registry.internal.tool.OwnerId;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * What the manifests of core bundles declare, by name and by owner, so that a change of one owner
 * looks at nothing of the others. Immutable.
 */
final class Declarations {
  static final Declarations EMPTY =
      new Declarations(HashTreePMap.empty(), HashTreePMap.empty(), HashTreePMap.empty());

  private final PMap<String, PMap<OwnerId, CoreDeclaration>> byName;
  private final PMap<OwnerId, List<CoreDeclaration>> byOwner;

  /** How many declarations there are in a toolset. */
  private final PMap<String, Integer> toolsets;

  private Declarations(
      PMap<String, PMap<OwnerId, CoreDeclaration>> byName,
      PMap<OwnerId, List<CoreDeclaration>> byOwner,
      PMap<String, Integer> toolsets) {
    this.byName = byName;
    this.byOwner = byOwner;
    this.toolsets = toolsets;
  }

  Map<OwnerId, CoreDeclaration> of(String name) {
    return byName.getOrDefault(name, HashTreePMap.empty());
  }

  List<CoreDeclaration> by(OwnerId owner) {
    return byOwner.getOrDefault(owner, List.of());
  }

  Set<String> names() {
    return byName.keySet();
  }

  Set<String> toolsets() {
    return Collections.unmodifiableSet(toolsets.keySet());
  }

  /** Returns a copy in which an owner declares these and nothing else. */
  Declarations with(OwnerId owner, List<CoreDeclaration> declared) {
    PMap<String, PMap<OwnerId, CoreDeclaration>> names = byName;
    PMap<String, Integer> counts = toolsets;
    for (CoreDeclaration declaration : by(owner)) {
      PMap<OwnerId, CoreDeclaration> known = names.get(declaration.name());
      // The owner may have declared one name twice.
      if (known != null && known.containsKey(owner)) {
        PMap<OwnerId, CoreDeclaration> rest = known.minus(owner);
        names =
            rest.isEmpty() ? names.minus(declaration.name()) : names.plus(declaration.name(), rest);
      }
      String toolset = declaration.document().toolset();
      int left = counts.get(toolset) - 1;
      counts = left == 0 ? counts.minus(toolset) : counts.plus(toolset, left);
    }
    for (CoreDeclaration declaration : declared) {
      String name = declaration.name();
      names =
          names.plus(name, names.getOrDefault(name, HashTreePMap.empty()).plus(owner, declaration));
      String toolset = declaration.document().toolset();
      counts = counts.plus(toolset, counts.getOrDefault(toolset, 0) + 1);
    }
    return new Declarations(
        names,
        declared.isEmpty() ? byOwner.minus(owner) : byOwner.plus(owner, List.copyOf(declared)),
        counts);
  }
}
