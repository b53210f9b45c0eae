package dev.talaria.ops.internal.rest;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A path with parameters, such as {@code /tools/{name}/why}. Immutable. */
final class PathTemplate {
  private final String text;
  private final List<String> segments;

  PathTemplate(String text) {
    this.text = text;
    this.segments = List.of(text.substring(1).split("/", -1));
  }

  /** Returns the parameters of a path, decoded segment by segment; empty if it is another one. */
  Optional<Map<String, String>> match(List<String> path) {
    if (path.size() != segments.size()) {
      return Optional.empty();
    }
    Map<String, String> parameters = new LinkedHashMap<>();
    for (int i = 0; i < segments.size(); i++) {
      String expected = segments.get(i);
      if (expected.startsWith("{")) {
        parameters.put(expected.substring(1, expected.length() - 1), path.get(i));
      } else if (!expected.equals(path.get(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(parameters);
  }

  @Override
  public String toString() {
    return text;
  }
}
