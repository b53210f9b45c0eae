package dev.talaria.ops.internal.rest;

import dev.talaria.ops.internal.http.HttpError;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The JSON object in a body, read strictly: no unknown field, no value of another type. */
final class JsonBody {
  private static final int MAX_ELEMENTS = 1000;

  private final ObjectNode object;

  JsonBody(ObjectNode object, List<String> fields) {
    for (String name : object.propertyNames()) {
      if (!fields.contains(name)) {
        throw new HttpError(
            400,
            "The body has an unknown field '"
                + name
                + "'; known: "
                + String.join(", ", fields)
                + ".");
      }
    }
    this.object = object;
  }

  /** Returns an object field; empty when it is absent. */
  Optional<ObjectNode> object(String name) {
    return value(name)
        .map(
            node -> {
              if (node instanceof ObjectNode inner) {
                return inner;
              }
              throw wrong(name, "a JSON object");
            });
  }

  /** Returns a text field; empty when it is absent or null. */
  Optional<String> text(String name) {
    return value(name).map(node -> text(name, node));
  }

  /** Returns a list of texts; an empty one when the field is absent. */
  List<String> texts(String name) {
    return value(name).map(node -> texts(name, node)).orElse(List.of());
  }

  /** Returns a list of texts without doubles. */
  Set<String> distinctTexts(String name) {
    return new LinkedHashSet<>(texts(name));
  }

  /** Returns an object of lists of texts; an empty one when the field is absent. */
  Map<String, List<String>> lists(String name) {
    Map<String, List<String>> lists = new LinkedHashMap<>();
    object(name)
        .ifPresent(
            inner ->
                inner
                    .properties()
                    .forEach(
                        entry ->
                            lists.put(
                                entry.getKey(),
                                texts(name + "." + entry.getKey(), entry.getValue()))));
    return lists;
  }

  private Optional<JsonNode> value(String name) {
    return Optional.ofNullable(object.get(name)).filter(node -> !node.isNull());
  }

  private static List<String> texts(String name, JsonNode node) {
    if (!node.isArray()) {
      throw wrong(name, "a list of strings");
    }
    if (node.size() > MAX_ELEMENTS) {
      throw new HttpError(400, "'" + name + "' has more than " + MAX_ELEMENTS + " elements.");
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode element : node) {
      texts.add(text(name, element));
    }
    return texts;
  }

  private static String text(String name, JsonNode node) {
    if (!node.isString()) {
      throw wrong(name, "made of strings");
    }
    return node.stringValue();
  }

  private static HttpError wrong(String name, String expected) {
    return new HttpError(400, "The field '" + name + "' of the body has to be " + expected + ".");
  }
}
