package dev.talaria.pipeline.plan;

import dev.talaria.pipeline.schema.Branches;
import dev.talaria.pipeline.schema.LocalReferences;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * Makes plans of schemas, going through the keywords in the order of coercion. A schema with a
 * keyword that is not known here gets a plan that is never certain; so do schemas that apply too
 * many others to one value. Used by one thread, for one document.
 */
final class PlanCompiler {
  private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

  /** How many schemas deep one value is looked at; bounds the work that references can multiply. */
  private static final int MAX_IN_PLACE = 4;

  private static final int MAX_PLANS = 10_000;

  // These say nothing about what is valid.
  private static final Set<String> ANNOTATIONS =
      Set.of(
          "title",
          "description",
          "default",
          "examples",
          "deprecated",
          "readOnly",
          "writeOnly",
          "format",
          "$comment",
          "$defs",
          "definitions",
          "nullable",
          "$schema");

  private static final Set<String> APPLICATORS = Set.of("$ref", "allOf", "anyOf", "oneOf");

  private final LocalReferences references;
  private final TypedPlans typed;
  private final Map<JsonNode, Plan> known = new IdentityHashMap<>();
  private int plans;

  PlanCompiler(LocalReferences references, Function<String, Predicate<String>> patterns) {
    this.references = references;
    this.typed = new TypedPlans(references, patterns, this::inner);
  }

  Plan compile(JsonNode document) {
    boolean otherDialect = !document.path("$schema").stringValue(DIALECT).equals(DIALECT);
    return otherDialect ? Plan.UNSURE : inner(document);
  }

  /** Compiles the schema of a value inside another. */
  private Plan inner(JsonNode schema) {
    // The same schema is reached again and again through references: it gets one plan.
    Plan before = known.get(schema);
    if (before != null) {
      return before;
    }
    LinkedPlan link = new LinkedPlan();
    known.put(schema, link);
    Plan plan = inPlace(schema, 0);
    link.link(plan);
    known.put(schema, plan);
    return plan;
  }

  /** Compiles one of the schemas that apply to the same value. */
  private Plan inPlace(JsonNode schema, int nesting) {
    if (schema.isBoolean()) {
      return schema.booleanValue() ? TypedPlans.ANYTHING : Plan.UNSURE;
    }
    if (!schema.isObject() || nesting > MAX_IN_PLACE || ++plans > MAX_PLANS || !isKnown(schema)) {
      return Plan.UNSURE;
    }
    List<Plan> parts = new ArrayList<>();
    if (schema.has("$ref")) {
      Optional<JsonNode> target = references.target(schema);
      parts.add(target.isPresent() ? inPlace(target.get(), nesting + 1) : Plan.UNSURE);
    }
    for (JsonNode part : schema.path("allOf").values()) {
      parts.add(inPlace(part, nesting + 1));
    }
    for (String key : List.of("anyOf", "oneOf")) {
      if (schema.has(key)) {
        parts.add(choice(new Branches(schema.get(key), references), nesting));
      }
    }
    if (parts.isEmpty()
        || schema.propertyNames().stream().anyMatch(TypedPlans.KEYWORDS::contains)) {
      parts.add(typed.compile(schema));
    }
    if (parts.contains(Plan.UNSURE)) {
      return Plan.UNSURE;
    }
    return parts.size() == 1 ? parts.get(0) : new AllPlan(parts);
  }

  private static boolean isKnown(JsonNode schema) {
    return schema.propertyNames().stream()
        .allMatch(
            name ->
                TypedPlans.KEYWORDS.contains(name)
                    || APPLICATORS.contains(name)
                    || ANNOTATIONS.contains(name)
                    || name.startsWith("x-"));
  }

  private Plan choice(Branches branches, int nesting) {
    Map<Integer, Plan> byKind = new HashMap<>();
    Map<String, Plan> byName = new HashMap<>();
    List<Integer> types = new ArrayList<>();
    String discriminator = branches.discriminatingProperty().orElse("");
    int taken = 0;
    for (JsonNode branch : branches.all()) {
      JsonNode resolved = references.resolve(branch);
      List<Integer> own = TypedPlans.types(resolved);
      int kinds = own.stream().reduce(Kinds.NONE, (one, other) -> one | other);
      Plan plan = inPlace(branch, nesting + 1);
      Optional<JsonNode> name = branches.discriminatingValue(branch);
      boolean named = name.isPresent() && kinds == Kinds.OBJECT;
      if (kinds == Kinds.NONE
          || (!named && Kinds.overlap(taken, kinds))
          || (named && Kinds.overlap(taken, kinds) && byName.isEmpty())
          // The validator's idea of an object that is listed is not that of its type.
          || ((kinds & Kinds.OBJECT) != 0 && resolved.has("enum"))) {
        return Plan.UNSURE;
      }
      if (named) {
        byName.put(name.get().stringValue(), plan);
      } else {
        for (int kind = 1; kind <= Kinds.ALL; kind <<= 1) {
          if ((kinds & kind) != 0) {
            byKind.put(kind, plan);
          }
        }
      }
      taken |= kinds;
      types.addAll(own);
    }
    return new ChoicePlan(
        byKind, Texts.under(types), byName.isEmpty() ? "" : discriminator, byName);
  }
}
