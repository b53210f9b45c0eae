package dev.talaria.registry.internal.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Reads raw configuration values, where a value of the wrong kind is never guessed at. */
final class RawValues {
  private RawValues() {}

  /** Returns whether a value opens a door: {@code Boolean.TRUE} or exactly {@code true}. */
  static boolean opens(Object raw) {
    return Boolean.TRUE.equals(raw) || "true".equals(raw);
  }

  /** Returns whether a value says no: {@code Boolean.FALSE} or exactly {@code false}. */
  static boolean closes(Object raw) {
    return Boolean.FALSE.equals(raw) || "false".equals(raw);
  }

  /** Returns the elements of a text, an array or a collection of texts; empty: it is none. */
  static Optional<List<String>> texts(Object raw) {
    if (raw instanceof String text) {
      // A configuration set by hand may still hold the commas of a file.
      return Optional.of(stripped(List.of(text.split(","))));
    }
    Collection<?> elements =
        raw instanceof Object[] array
            ? Arrays.asList(array)
            : raw instanceof Collection<?> collection ? collection : null;
    if (elements == null) {
      return Optional.empty();
    }
    List<String> texts = new ArrayList<>();
    for (Object element : elements) {
      if (!(element instanceof String text)) {
        return Optional.empty();
      }
      texts.add(text);
    }
    return Optional.of(stripped(texts));
  }

  /** Returns the elements without white space around them; none that are nothing else. */
  private static List<String> stripped(List<String> texts) {
    return texts.stream().map(String::strip).filter(text -> !text.isEmpty()).toList();
  }

  /** Returns a value as a person wrote it. */
  static String shown(Object raw) {
    if (raw instanceof Object[] array) {
      return Arrays.toString(array);
    }
    return raw instanceof String || raw instanceof Boolean || raw instanceof Collection
        ? raw.toString()
        : raw + " (" + raw.getClass().getSimpleName() + ")";
  }
}
