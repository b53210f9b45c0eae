package dev.talaria.registry.internal.availability;

import dev.talaria.registry.internal.tool.Companion;
import dev.talaria.registry.internal.tool.OwnerId;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import org.pcollections.HashTreePMap;
import org.pcollections.HashTreePSet;
import org.pcollections.PMap;
import org.pcollections.PSet;

/**
 * What has been found out, for all questions that tools of one table depend on. Immutable; a change
 * costs the logarithm of the number of questions, and nothing for tools that depend on none.
 */
public final class Board {
  /** Nothing depends on anything. */
  public static final Board EMPTY = new Board(HashTreePMap.empty(), HashTreePMap.empty());

  private final PMap<Inquiry, Use> uses;

  /** Which question was asked last in a place, so that its successor can begin where it ended. */
  private final PMap<Place, Inquiry> places;

  /** A question and the names whose tools depend on it. */
  private record Use(Finding finding, PSet<String> names) {}

  /** The same question to the same bundle, whichever version or run of it. */
  private record Place(OwnerId owner, Companion.Kind kind, String name, Optional<Object> tool) {
    static Optional<Place> of(Inquiry inquiry) {
      Companion companion = inquiry.companion();
      return companion.given().isPresent()
          ? Optional.empty()
          : Optional.of(
              new Place(
                  companion.scope().owner(),
                  companion.kind(),
                  companion.name(),
                  inquiry.tool().map(document -> document)));
    }
  }

  private Board(PMap<Inquiry, Use> uses, PMap<Place, Inquiry> places) {
    this.uses = uses;
    this.places = places;
  }

  /** Returns whether any tool depends on the question. */
  public boolean isUsed(Inquiry inquiry) {
    return uses.containsKey(inquiry);
  }

  /** Returns the names whose tools depend on the question. */
  public Collection<String> names(Inquiry inquiry) {
    Use use = uses.get(inquiry);
    return use == null ? Set.of() : use.names();
  }

  /** Returns what is known; before the first answer, what holds until then. */
  public Finding finding(Inquiry inquiry) {
    Use use = uses.get(inquiry);
    return use == null ? inquiry.unanswered() : use.finding();
  }

  /** Returns all questions that tools depend on. */
  public Collection<Inquiry> inquiries() {
    return uses.keySet();
  }

  /**
   * Returns this with one more tool that depends on a question. One that takes the place of
   * another, as after an update, begins with what was found out there.
   */
  public Board with(Inquiry inquiry, String name) {
    Use known = uses.get(inquiry);
    if (known != null) {
      return new Board(
          uses.plus(inquiry, new Use(known.finding(), known.names().plus(name))), places);
    }
    Optional<Place> place = Place.of(inquiry);
    Finding begin = predecessor(inquiry).map(this::finding).orElseGet(inquiry::unanswered);
    return new Board(
        uses.plus(inquiry, new Use(begin, HashTreePSet.singleton(name))),
        place.isPresent() ? places.plus(place.get(), inquiry) : places);
  }

  /** Returns the question whose place this one takes or took, while that is still used. */
  Optional<Inquiry> predecessor(Inquiry inquiry) {
    return Place.of(inquiry).map(places::get).filter(other -> !other.equals(inquiry));
  }

  /** Returns this with one tool less that depends on a question. */
  public Board without(Inquiry inquiry, String name) {
    Use known = uses.get(inquiry);
    if (known == null) {
      return this;
    }
    PSet<String> rest = known.names().minus(name);
    if (!rest.isEmpty()) {
      return new Board(uses.plus(inquiry, new Use(known.finding(), rest)), places);
    }
    Optional<Place> place = Place.of(inquiry).filter(p -> inquiry.equals(places.get(p)));
    return new Board(uses.minus(inquiry), place.isPresent() ? places.minus(place.get()) : places);
  }

  /** Returns this with something found out about a question that is used. */
  public Board with(Inquiry inquiry, Finding finding) {
    Use known = uses.get(inquiry);
    return known == null
        ? this
        : new Board(uses.plus(inquiry, new Use(finding, known.names())), places);
  }
}
