package dev.talaria.pipeline.definition;

import static dev.talaria.pipeline.definition.Keywords.NODES;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Brings the references of a schema into the one form that all providers take, {@code
 * #/$defs/NAME}, or {@code #} for the whole. What a reference names elsewhere is copied into {@code
 * $defs}; definitions that nothing refers to go. A reference that leads nowhere, or out of the
 * document, allows everything. Used once, by one thread.
 */
final class LocalReferences {
  // Copies of parts that hold each other could grow with the square of the document.
  private static final int MAX_COPIED_NODES = 50_000;

  private static final Pattern OTHERS = Pattern.compile("[^A-Za-z0-9_.-]");

  private final ObjectNode root;
  private final Map<String, JsonNode> anchors = new HashMap<>();

  /** By what a reference says, the definition's name. */
  private final Map<String, String> names = new HashMap<>();

  /** By name. */
  private final Map<String, JsonNode> definitions = new LinkedHashMap<>();

  /** Names of definitions that are as they were found; one after the other, not in each other. */
  private final Deque<String> unwritten = new ArrayDeque<>();

  private int copied;

  private LocalReferences(ObjectNode root) {
    this.root = root;
  }

  /** Returns a copy whose references have that form. */
  static ObjectNode of(ObjectNode schema) {
    return new LocalReferences(schema).rewritten();
  }

  private ObjectNode rewritten() {
    collectAnchors(root);
    ObjectNode own = root.deepCopy();
    own.remove(List.of("$defs", "definitions"));
    ObjectNode result = (ObjectNode) rewrite(own, false);
    while (!unwritten.isEmpty()) {
      String name = unwritten.remove();
      definitions.put(name, rewrite(definitions.get(name), false));
    }
    if (!definitions.isEmpty()) {
      ObjectNode defs = result.putObject("$defs");
      definitions.forEach(defs::set);
    }
    return result;
  }

  private JsonNode rewrite(JsonNode schema, boolean elsewhere) {
    if (!(schema instanceof ObjectNode object)) {
      return schema.deepCopy();
    }
    // References below another $id are relative to that; nobody writes such arguments.
    boolean lost = elsewhere || object != root && object.has("$id") && !isRootsOwn(object);
    ObjectNode copy = Keywords.replaceInner(object, (keyword, inner) -> rewrite(inner, lost));
    copy.remove(Keywords.IDENTITY);
    copy.remove(List.of("$defs", "definitions"));
    for (String keyword : new String[] {"$ref", "$dynamicRef"}) {
      if (copy.has(keyword)) {
        String reference = copy.path(keyword).stringValue("");
        copy.remove(keyword);
        if (!lost) {
          target(reference).ifPresent(found -> copy.put("$ref", found));
        }
      }
    }
    return copy;
  }

  private boolean isRootsOwn(ObjectNode object) {
    return object.path("$id").equals(root.path("$id"));
  }

  /** Returns what the reference becomes; empty: it leads nowhere. */
  private Optional<String> target(String reference) {
    if (reference.equals("#")) {
      return Optional.of("#");
    }
    String known = names.get(reference);
    if (known != null) {
      return Optional.of("#/$defs/" + known);
    }
    Optional<JsonNode> found = find(reference);
    if (found.isEmpty()) {
      return Optional.empty();
    }
    copied += size(found.get());
    if (copied > MAX_COPIED_NODES) {
      return Optional.empty();
    }
    String name = nameFor(reference);
    names.put(reference, name);
    definitions.put(name, found.get());
    unwritten.add(name);
    return Optional.of("#/$defs/" + name);
  }

  private Optional<JsonNode> find(String reference) {
    if (!reference.startsWith("#")) {
      return Optional.empty();
    }
    String fragment = decoded(reference.substring(1));
    if (!fragment.startsWith("/")) {
      return Optional.ofNullable(anchors.get(fragment));
    }
    JsonNode target = root.at(JsonPointer.compile(fragment));
    return target.isObject() || target.isBoolean() ? Optional.of(target) : Optional.empty();
  }

  private static String decoded(String fragment) {
    try {
      return URLDecoder.decode(fragment.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return fragment; // no escape after all
    }
  }

  private String nameFor(String reference) {
    String last = reference.substring(reference.lastIndexOf('/') + 1);
    String readable = OTHERS.matcher(last).replaceAll("_");
    if (reference.equals("#/$defs/" + readable)) {
      return readable; // has the form already
    }
    String base = readable.isEmpty() ? "part" : readable;
    String name = base;
    for (int i = 2; definitions.containsKey(name) || root.path("$defs").has(name); i++) {
      name = base + "_" + i;
    }
    return name;
  }

  private void collectAnchors(JsonNode schema) {
    if (schema instanceof ObjectNode object) {
      for (String keyword : new String[] {"$anchor", "$dynamicAnchor"}) {
        if (object.path(keyword).isString()) {
          anchors.putIfAbsent(object.path(keyword).stringValue(), object);
        }
      }
      Keywords.replaceInner(
          object,
          (keyword, inner) -> {
            collectAnchors(inner);
            return NODES.booleanNode(true);
          });
    }
  }

  private static int size(JsonNode node) {
    int size = 1;
    for (JsonNode inner : node.values()) {
      size += size(inner);
    }
    return size;
  }
}
