package dev.talaria.launcher.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code key=value} arguments, with lists as the files of {@code etc/} write them. */
final class KeyValues {
  private KeyValues() {}

  /**
   * Parses arguments.
   *
   * @return empty if one is not {@code key=value}
   */
  static Optional<Map<String, List<String>>> parse(List<String> arguments) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (String argument : arguments) {
      int equals = argument.indexOf('=');
      if (equals < 1) {
        return Optional.empty();
      }
      values.put(argument.substring(0, equals).strip(), list(argument.substring(equals + 1)));
    }
    return Optional.of(values);
  }

  /** Splits at commas; {@code \,} is a comma. */
  static List<String> list(String text) {
    List<String> elements = new ArrayList<>();
    StringBuilder element = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length() && ",\\".indexOf(text.charAt(i + 1)) >= 0) {
        element.append(text.charAt(++i));
      } else if (c == ',') {
        elements.add(element.toString().strip());
        element.setLength(0);
      } else {
        element.append(c);
      }
    }
    elements.add(element.toString().strip());
    return elements;
  }
}
