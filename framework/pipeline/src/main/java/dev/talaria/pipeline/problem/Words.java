package dev.talaria.pipeline.problem;

import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Says values, types and lists in few words. */
public final class Words {
  private static final int MAX_VALUE_CHARS = 80;
  private static final int MAX_LISTED = 24;

  private Words() {}

  /** Returns a value as JSON, cut where it is long; what holds others only by its kind. */
  static String value(JsonNode value) {
    return value.isContainer() ? kind(value) : cut(value.toString());
  }

  /** Returns a text, cut where it is long. */
  public static String cut(String text) {
    if (text.length() <= MAX_VALUE_CHARS) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(MAX_VALUE_CHARS - 1)) ? 79 : MAX_VALUE_CHARS;
    return text.substring(0, end) + "...";
  }

  /** Returns what kind of value it is, with an article. */
  public static String kind(JsonNode node) {
    return node == null
        ? "nothing"
        : switch (node.getNodeType()) {
          case ARRAY -> "a list";
          case BOOLEAN -> "a boolean";
          case NULL -> "null";
          case NUMBER -> "a number";
          case STRING -> "a string";
          case OBJECT -> "an object";
          default -> "nothing";
        };
  }

  /** Returns a type's name, with an article. */
  static String type(String type) {
    return switch (type) {
      case "integer" -> "an integer";
      case "number" -> "a number";
      case "boolean" -> "a boolean (true or false)";
      case "string" -> "a string";
      case "object" -> "an object";
      case "array" -> "a list (array)";
      default -> type;
    };
  }

  /** Returns names in quotation marks. */
  static String names(Collection<String> names) {
    return listed(names.stream().map(name -> '"' + cut(name) + '"').toList());
  }

  /** Returns values as JSON. */
  static String values(Collection<JsonNode> values) {
    return listed(values.stream().map(value -> cut(value.toString())).toList());
  }

  private static String listed(List<String> all) {
    String shown = all.stream().limit(MAX_LISTED).collect(Collectors.joining(", "));
    return all.size() > MAX_LISTED ? shown + " and " + (all.size() - MAX_LISTED) + " more" : shown;
  }

  /** Returns "1 character", "2 characters". */
  static String count(long number, String what) {
    return number + " " + what + (number == 1 ? "" : "s");
  }
}
