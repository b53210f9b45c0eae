package dev.talaria.formats.jar;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One clause of a manifest header in the common header syntax of the OSGi Core specification (§
 * 3.2.4). Immutable.
 *
 * @param paths what the clause is about: packages, names, files or namespaces; never empty
 * @param attributes by name, in the order of the header
 * @param directives by name, in the order of the header
 */
public record Clause(
    List<String> paths, Map<String, Attribute> attributes, Map<String, String> directives) {
  /**
   * The value of an attribute.
   *
   * @param type as written, {@code String} when none was, such as {@code Version} or {@code
   *     List<String>}
   * @param value as written, without quotes
   */
  public record Attribute(String type, String value) {}

  public Clause {
    paths = List.copyOf(paths);
    attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
    directives = Collections.unmodifiableMap(new LinkedHashMap<>(directives));
  }

  /** Returns the first path. */
  public String path() {
    return paths.get(0);
  }

  /** Returns the text of an attribute, whatever its type. */
  public Optional<String> attribute(String name) {
    return Optional.ofNullable(attributes.get(name)).map(Attribute::value);
  }

  /** Returns a directive. */
  public Optional<String> directive(String name) {
    return Optional.ofNullable(directives.get(name));
  }

  /**
   * Returns the elements of an attribute of type {@code List}; an attribute of another type is its
   * only element. Empty if there is no such attribute.
   */
  public List<String> list(String name) {
    Attribute attribute = attributes.get(name);
    if (attribute == null) {
      return List.of();
    }
    return attribute.type().startsWith("List")
        ? split(attribute.value())
        : List.of(attribute.value());
  }

  private static List<String> split(String value) {
    List<String> elements = new ArrayList<>();
    StringBuilder element = new StringBuilder();
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '\\' && i + 1 < value.length()) {
        element.append(value.charAt(++i));
      } else if (c == ',') {
        elements.add(element.toString().strip());
        element.setLength(0);
      } else {
        element.append(c);
      }
    }
    elements.add(element.toString().strip());
    return List.copyOf(elements);
  }
}
