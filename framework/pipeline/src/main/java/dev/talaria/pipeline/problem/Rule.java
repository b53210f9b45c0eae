package dev.talaria.pipeline.problem;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Words one finding: what the keyword asks for, and what came. */
final class Rule {
  private Rule() {}

  static String words(Finding finding) {
    JsonNode rule = finding.rule();
    JsonNode value = finding.value();
    return switch (finding.keyword()) {
      case "type" -> "must be " + types(rule) + got(value);
      case "enum" -> listed(values(rule), value);
      case "const" -> "must be " + Words.value(rule) + got(value);
      case "additionalProperties", "unevaluatedProperties", "false" -> unknown(finding);
      case "minimum" -> "must be " + rule + " or more" + got(value);
      case "maximum" -> "must be " + rule + " or less" + got(value);
      case "exclusiveMinimum" -> "must be more than " + rule + got(value);
      case "exclusiveMaximum" -> "must be less than " + rule + got(value);
      case "multipleOf" -> "must be a multiple of " + rule + got(value);
      case "minLength" -> "must have at least " + characters(rule) + has(value);
      case "maxLength" -> "must have at most " + characters(rule) + has(value);
      case "pattern" -> "must match the regular expression " + pattern(rule) + got(value);
      case "minItems" -> "must have at least " + elements(rule) + has(value);
      case "maxItems" -> "must have at most " + elements(rule) + has(value);
      case "uniqueItems" -> "must not have the same element twice";
      case "minProperties" -> "must have at least " + properties(rule) + has(value);
      case "maxProperties" -> "must have at most " + properties(rule) + has(value);
      case "contains", "minContains" -> "has too few elements of the kind that it must contain";
      case "maxContains" -> "has too many elements of one kind";
      case "oneOf" -> "fits more than one of the alternatives that exclude each other";
      case "anyOf" -> "fits none of the alternatives";
      case "not" -> "is one of the values that are not allowed" + got(value);
      case "dependentRequired" -> dependent(finding);
      default -> finding.fallback() + (value.isContainer() ? "" : got(value));
    };
  }

  /** Returns what a property wants, in brackets, or nothing. */
  static String expectation(JsonNode schema) {
    if (schema.has("const")) {
      return " (" + Words.value(schema.get("const")) + ")";
    }
    if (schema.path("enum").isArray()) {
      return " (one of " + Words.values(values(schema.get("enum"))) + ")";
    }
    return schema.has("type") ? " (" + types(schema.get("type")) + ")" : "";
  }

  private static String types(JsonNode type) {
    if (!type.isArray()) {
      return Words.type(type.stringValue("of another type"));
    }
    return values(type).stream()
        .map(one -> Words.type(one.stringValue("")))
        .collect(Collectors.joining(" or "));
  }

  private static String listed(List<JsonNode> values, JsonNode value) {
    if (values.size() == 1) {
      return "must be " + Words.value(values.get(0)) + got(value);
    }
    Optional<String> near = Optional.empty();
    if (value.isString()) {
      List<String> texts =
          values.stream().filter(JsonNode::isString).map(JsonNode::stringValue).toList();
      near = NearNames.nearest(value.stringValue(), texts);
    }
    return "must be one of " + Words.values(values) + got(value) + didYouMean(near);
  }

  private static String unknown(Finding finding) {
    if (finding.property().isEmpty()) {
      return "must not be given";
    }
    Collection<String> known = List.copyOf(finding.schema().path("properties").propertyNames());
    Optional<String> near = NearNames.nearest(finding.property(), known);
    String unknown = "unknown property \"" + Words.cut(finding.property()) + '"';
    if (near.isPresent()) {
      return unknown + didYouMean(near);
    }
    return unknown + (known.isEmpty() ? "" : " (known: " + Words.names(known) + ")");
  }

  private static String didYouMean(Optional<String> near) {
    return near.map(name -> ", did you mean \"" + Words.cut(name) + "\"?").orElse("");
  }

  private static String dependent(Finding finding) {
    List<String> lacking = new ArrayList<>();
    for (Map.Entry<String, JsonNode> needs : finding.rule().properties()) {
      for (JsonNode needed : needs.getValue().values()) {
        String name = needed.stringValue("");
        if (finding.value().has(needs.getKey()) && !finding.value().has(name)) {
          lacking.add(
              '"' + Words.cut(name) + "\", which \"" + Words.cut(needs.getKey()) + "\" needs");
        }
      }
    }
    return "lacks " + String.join(", ", lacking);
  }

  private static String pattern(JsonNode rule) {
    return Words.cut(rule.stringValue(""));
  }

  private static String characters(JsonNode number) {
    return Words.count(number.asLong(0), "character");
  }

  private static String elements(JsonNode number) {
    return Words.count(number.asLong(0), "element");
  }

  private static String properties(JsonNode number) {
    return number.asLong(0) == 1 ? "1 property" : number.asLong(0) + " properties";
  }

  private static String has(JsonNode value) {
    if (value.isString()) {
      return ", has "
          + value.stringValue().codePointCount(0, value.stringValue().length())
          + got(value);
    }
    return ", has " + value.size();
  }

  private static String got(JsonNode value) {
    return value.isMissingNode() ? "" : ", got " + Words.value(value);
  }

  private static List<JsonNode> values(JsonNode list) {
    return List.copyOf(list.values());
  }
}
