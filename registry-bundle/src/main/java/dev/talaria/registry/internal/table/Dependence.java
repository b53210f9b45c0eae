package dev.talaria.registry.internal.table;

import dev.talaria.registry.internal.availability.Board;
import dev.talaria.registry.internal.availability.Inquiry;
import dev.talaria.registry.internal.resolution.Contender;
import dev.talaria.registry.internal.resolution.Resolution;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.Companions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What the conditions of a name's tools depend on: of the standing one, and of those below it, so
 * that one that is back is back at once.
 */
record Dependence(Set<Inquiry> inquiries) {
  static final Dependence NONE = new Dependence(Set.of());

  static Dependence of(Resolution resolution) {
    Set<Inquiry> all = null;
    for (Contender layer : resolution.layers()) {
      Binding binding = NameEntry.bindingOf(layer).orElse(null);
      if (binding != null && binding.companions() != Companions.NONE) {
        all = all == null ? new HashSet<>() : all;
        all.addAll(of(binding));
      }
    }
    return all == null ? NONE : new Dependence(all);
  }

  static List<Inquiry> of(Binding binding) {
    return Inquiry.about(binding.document(), binding.companions());
  }

  /**
   * Returns the board on which a name depends on this in place of what it depended on. What comes
   * is noted before what goes, so that it can begin where that ended.
   *
   * @param concerned gets the questions that are new or not needed any more for this name
   */
  Board replacing(Dependence before, String name, Board board, Set<Inquiry> concerned) {
    Board changed = board;
    for (Inquiry inquiry : inquiries) {
      if (!before.inquiries.contains(inquiry)) {
        changed = changed.with(inquiry, name);
        concerned.add(inquiry);
      }
    }
    for (Inquiry inquiry : before.inquiries) {
      if (!inquiries.contains(inquiry)) {
        changed = changed.without(inquiry, name);
        concerned.add(inquiry);
      }
    }
    return changed;
  }
}
