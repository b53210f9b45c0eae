package dev.talaria.processor.internal.source;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What is wrong with one tool. Collected first and reported at the end, so that an author sees all
 * of it at once, and a tool that waits for another processor's output is not blamed too early.
 */
public final class Problems {
  private final Map<Place, List<String>> messages = new LinkedHashMap<>();
  private boolean unresolved;

  /** Adds a problem; the message says what is wrong and what to write. */
  public void add(Place place, String message) {
    List<String> here = messages.computeIfAbsent(place, p -> new ArrayList<>());
    if (!here.contains(message)) {
      here.add(message);
    }
  }

  /** Notes that a name has no meaning yet: the compiler will say so, or it is generated later. */
  public void unresolvedName() {
    unresolved = true;
  }

  /** Returns whether some name has no meaning yet. */
  public boolean isUnresolved() {
    return unresolved;
  }

  /** Returns whether nothing is wrong. */
  public boolean isEmpty() {
    return messages.isEmpty();
  }

  /** Returns the messages by place, in the order they were found. */
  public Map<Place, List<String>> byPlace() {
    return messages;
  }
}
