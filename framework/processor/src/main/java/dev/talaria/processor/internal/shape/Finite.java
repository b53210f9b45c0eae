package dev.talaria.processor.internal.shape;

import java.util.HashSet;
import java.util.Set;

/** Tells whether a type that stands in itself has values that end. */
final class Finite {
  private final Set<Definition> asked = new HashSet<>();

  private Finite() {}

  static boolean holdsFor(Definition definition) {
    return new Finite().ends(new Shape.Reference(definition));
  }

  private boolean ends(Shape shape) {
    if (shape instanceof Shape.Reference reference) {
      Definition target = reference.target();
      if (!asked.add(target)) {
        return false; // on the way to itself: something else has to end it
      }
      boolean ends = target.shape().map(this::ends).orElse(true);
      asked.remove(target);
      return ends;
    } else if (shape instanceof Shape.Structure structure) {
      return structure.fields().stream()
          .allMatch(f -> f.optional() || f.preset().isPresent() || ends(f.shape()));
    } else if (shape instanceof Shape.Union union) {
      return union.variants().stream().anyMatch(variant -> ends(variant.shape()));
    } else if (shape instanceof Shape.Sequence sequence) {
      return sequence.minItems().orElse(0) == 0 || ends(sequence.items());
    }
    return true;
  }
}
