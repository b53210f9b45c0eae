package dev.talaria.registry.internal.availability;

import dev.talaria.registry.internal.tool.Companion;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The questions that tools depend on, by who is asked too. Changed under the lock of {@link
 * Refresher} only; {@link #get} may be called without it.
 */
final class Cells {
  private final Map<Inquiry, Cell> byInquiry = new ConcurrentHashMap<>();
  private final Map<Companion, Set<Cell>> byCompanion = new ConcurrentHashMap<>();

  /** Returns a question's cell; null: no tool depends on it. */
  Cell get(Inquiry inquiry) {
    return byInquiry.get(inquiry);
  }

  Collection<Cell> all() {
    return byInquiry.values();
  }

  Collection<Cell> of(Companion companion) {
    return byCompanion.getOrDefault(companion, Set.of());
  }

  /**
   * Adds a question.
   *
   * @param begin what holds until it is answered
   */
  Cell add(Inquiry inquiry, Finding begin) {
    Memory memory =
        predecessor(inquiry)
            .map(before -> before.inherited(begin))
            .orElseGet(() -> Memory.blank(begin));
    Cell cell = new Cell(inquiry, memory);
    byInquiry.put(inquiry, cell);
    byCompanion.computeIfAbsent(inquiry.companion(), c -> new HashSet<>()).add(cell);
    return cell;
  }

  /** Returns what is remembered of the same question to an earlier run of the same bundle. */
  private Optional<Memory> predecessor(Inquiry inquiry) {
    Companion companion = inquiry.companion();
    if (companion.given().isPresent()) {
      return Optional.empty();
    }
    return byCompanion.keySet().stream()
        .filter(other -> isSameOfAnotherRun(other, companion))
        .map(other -> byInquiry.get(new Inquiry(other, inquiry.tool())))
        .filter(Objects::nonNull)
        .map(cell -> cell.memory)
        .findFirst();
  }

  private static boolean isSameOfAnotherRun(Companion other, Companion companion) {
    return other.kind() == companion.kind()
        && other.given().isEmpty()
        && other.name().equals(companion.name())
        && other.scope() != companion.scope()
        && other.scope().owner().equals(companion.scope().owner());
  }

  /** Removes a question; returns its cell, or null if there is none. */
  Cell remove(Inquiry inquiry) {
    Cell cell = byInquiry.remove(inquiry);
    if (cell != null) {
      byCompanion.computeIfPresent(
          inquiry.companion(),
          (companion, all) -> {
            all.remove(cell);
            return all.isEmpty() ? null : all;
          });
    }
    return cell;
  }
}
