package dev.talaria.config.internal.check;

import dev.talaria.formats.cfg.CfgValue;
import java.util.Arrays;
import java.util.Optional;
import org.osgi.service.metatype.AttributeDefinition;

/** Compares a value with the definition of its key. */
final class ValueCheck {
  private ValueCheck() {}

  /** Returns what is wrong with the value. */
  static Optional<String> check(AttributeDefinition attribute, CfgValue value) {
    boolean single = attribute.getCardinality() == 0;
    if (single && value instanceof CfgValue.Listed) {
      return Optional.of("a list where one value is wanted (write \\, for a comma in it)");
    }
    for (String text : value.texts()) {
      String verdict = attribute.validate(single ? text : escaped(text));
      if (verdict != null && !verdict.isEmpty()) {
        return Optional.of(sentence(attribute, text, verdict));
      }
    }
    return Optional.empty();
  }

  // Metatype splits the text of a list by itself.
  private static String escaped(String text) {
    return text.replace("\\", "\\\\").replace(",", "\\,").replace(" ", "\\ ");
  }

  private static String sentence(AttributeDefinition attribute, String text, String verdict) {
    String[] options = attribute.getOptionValues();
    if (options != null && options.length > 0) {
      return "\"" + text + "\" is none of " + Arrays.toString(options);
    }
    return "\"" + text + "\" is no valid " + typeName(attribute) + ": " + verdict.replace("%", "");
  }

  private static String typeName(AttributeDefinition attribute) {
    return switch (attribute.getType()) {
      case AttributeDefinition.BOOLEAN -> "boolean (true or false)";
      case AttributeDefinition.CHARACTER -> "character";
      case AttributeDefinition.BYTE,
          AttributeDefinition.SHORT,
          AttributeDefinition.INTEGER,
          AttributeDefinition.LONG ->
          "whole number";
      case AttributeDefinition.DOUBLE, AttributeDefinition.FLOAT -> "number";
      default -> "text";
    };
  }
}
