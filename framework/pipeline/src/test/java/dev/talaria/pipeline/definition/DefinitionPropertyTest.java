package dev.talaria.pipeline.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.pipeline.ArgumentOutcome;
import dev.talaria.pipeline.ArgumentSchema;
import dev.talaria.pipeline.JsonMappers;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What holds for the definitions of any schema. */
class DefinitionPropertyTest {
  private static final JsonMapper MAPPER = JsonMappers.base();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final List<String> NAMES = List.of("a", "b", "c");

  @Property(tries = 150)
  void aCompatibleSchemaIsOneAndDoesNotChangeAgain(@ForAll("schemas") ObjectNode schema)
      throws Exception {
    ObjectNode once = CompatibleSchema.of(schema);
    assertThat(CompatibleSchema.of(once)).isEqualTo(once);
    assertThat(once.path("type").stringValue()).isEqualTo("object");
    assertThat(once.path("properties").isObject()).isTrue();
    assertThat(once.has("anyOf") || once.has("oneOf") || once.has("allOf")).isFalse();
    ArgumentSchema.compile(once.toString(), MAPPER);
    noListOfTypes(once);
  }

  private static void noListOfTypes(ObjectNode schema) {
    assertThat(schema.path("type").isArray()).isFalse();
    Keywords.replaceInner(
        schema,
        (keyword, inner) -> {
          if (inner instanceof ObjectNode object) {
            noListOfTypes(object);
          }
          return inner;
        });
  }

  @Property(tries = 150)
  void anAnthropicSchemaIsOneAndDoesNotChangeAgain(@ForAll("schemas") ObjectNode schema)
      throws Exception {
    ObjectNode once = AnthropicSchema.of(schema).schema();
    assertThat(AnthropicSchema.of(once).schema()).isEqualTo(once);
    ArgumentSchema.compile(once.toString(), MAPPER);
  }

  @Property(tries = 300)
  void whatTheToolTakesStaysPossible(
      @ForAll("schemas") ObjectNode schema, @ForAll("values") ObjectNode value) throws Exception {
    ObjectNode plainRoot = schema.deepCopy();
    plainRoot.remove(List.of("anyOf", "oneOf"));
    if (takes(plainRoot, value)) {
      assertThat(takes(nullableAsUnion(CompatibleSchema.of(plainRoot)), value)).isTrue();
      assertThat(takes(AnthropicSchema.of(plainRoot).schema(), value)).isTrue();
    }
  }

  /** What the word {@code nullable} means, in JSON Schema. */
  private static ObjectNode nullableAsUnion(ObjectNode schema) {
    ObjectNode copy =
        Keywords.replaceInner(
            schema,
            (keyword, inner) ->
                inner instanceof ObjectNode object ? nullableAsUnion(object) : inner);
    if (!copy.path("nullable").asBoolean(false)) {
      return copy;
    }
    ObjectNode union = NODES.objectNode();
    copy.remove("nullable");
    union.putArray("anyOf").add(copy).addObject().put("type", "null");
    return union;
  }

  /** Validation only: what coercion mends is another matter. */
  private static boolean takes(ObjectNode schema, ObjectNode value) throws Exception {
    return ArgumentSchema.compile(schema.toString(), MAPPER).accept(value)
            instanceof ArgumentOutcome.Accepted accepted
        && accepted.arguments().equals(value);
  }

  @Property(tries = 300)
  void aStrictSchemaKeepsTheProvidersRulesAndWhatItAllowsCanBeCalled(
      @ForAll("schemas") ObjectNode schema) throws Exception {
    if (StrictSchema.of(schema, StrictRules.OPENAI) instanceof StrictOutcome.Strict strict) {
      StrictRulesCheck.openAi(strict.schema());
      ArgumentSchema.compile(strict.schema().toString(), MAPPER);
    }
    if (StrictSchema.of(schema, StrictRules.ANTHROPIC) instanceof StrictOutcome.Strict strict) {
      StrictRulesCheck.anthropic(strict.schema());
      ArgumentSchema.compile(strict.schema().toString(), MAPPER);
    }
  }

  @Property(tries = 300)
  void whatIsLeftOutAsNullComesBackAsNotGiven(
      @ForAll("schemas") ObjectNode schema, @ForAll("values") ObjectNode value) throws Exception {
    if (!(StrictSchema.of(schema, StrictRules.OPENAI) instanceof StrictOutcome.Strict strict)
        || !takes(schema, value)) {
      return;
    }
    ObjectNode asModelsWrite = value.deepCopy();
    for (String name : strict.schema().path("properties").propertyNames()) {
      if (!asModelsWrite.has(name)) {
        asModelsWrite.putNull(name);
      }
    }
    ArgumentOutcome outcome =
        ArgumentSchema.compile(schema.toString(), MAPPER).accept(asModelsWrite);
    assertThat(outcome).isInstanceOf(ArgumentOutcome.Accepted.class);
    ObjectNode arrived = ((ArgumentOutcome.Accepted) outcome).arguments();
    for (Map.Entry<String, JsonNode> argument : arrived.properties()) {
      assertThat(value.has(argument.getKey()) || argument.getValue().isNull()).isTrue();
    }
  }

  @Provide
  Arbitrary<ObjectNode> schemas() {
    return Combinators.combine(schema(3), Arbitraries.of(true, false))
        .as(
            (any, referred) -> {
              ObjectNode root = NODES.objectNode().put("type", "object");
              ObjectNode properties = root.putObject("properties");
              for (String name : NAMES) {
                if (any.has(name)) {
                  properties.set(name, any.get(name));
                }
              }
              for (String keyword : List.of("required", "additionalProperties", "anyOf", "oneOf")) {
                if (any.has("x-" + keyword)) {
                  root.set(keyword, any.get("x-" + keyword));
                }
              }
              ObjectNode definitions = root.putObject("$defs");
              definitions.set(
                  "T",
                  CompatibleSchemaTest.json(
                      referred
                          ? "{'type':'object','properties':{'next':{'$ref':'#/$defs/T'}}}"
                          : "{'type':'string'}"));
              definitions.set(
                  "U",
                  CompatibleSchemaTest.json("{'properties':{'x':{'type':['string','null']}}}"));
              return root;
            });
  }

  /** Carries the parts of a root under names of its own. */
  private static Arbitrary<ObjectNode> schema(int depth) {
    Arbitrary<List<ObjectNode>> three = inner(depth).list().ofSize(3);
    return Combinators.combine(
            three, Arbitraries.integers().between(0, 63), inner(1).list().ofSize(2))
        .as(
            (schemas, bits, branches) -> {
              ObjectNode any = NODES.objectNode();
              for (int i = 0; i < NAMES.size(); i++) {
                if ((bits >> i & 1) == 1) {
                  any.set(NAMES.get(i), schemas.get(i));
                }
              }
              if ((bits & 8) != 0) {
                any.putArray("x-required").add("a");
              }
              if ((bits & 16) != 0) {
                any.put("x-additionalProperties", false);
              }
              if ((bits & 32) != 0 && bits % 3 == 0) {
                ArrayNode alternatives = any.putArray("x-anyOf");
                branches.forEach(alternatives::add);
              }
              return any;
            });
  }

  private static Arbitrary<ObjectNode> inner(int depth) {
    Arbitrary<ObjectNode> leaf =
        Arbitraries.of(
                "{'type':'string'}",
                "{'type':'string','minLength':1,'default':'x'}",
                "{'type':'integer','minimum':0}",
                "{'type':['string','null']}",
                "{'type':['integer','boolean']}",
                "{'type':['string','array','null'],'items':{'type':'string'}}",
                "{'type':'boolean','description':'d'}",
                "{'enum':['x','y']}",
                "{'enum':['x',null]}",
                "{'const':1}",
                "{'$ref':'#/$defs/T'}",
                "{'$ref':'#/$defs/U/properties/x','description':'d'}",
                "{'anyOf':[{'$ref':'#/$defs/T'},{'type':'null'}],'default':null}",
                "{'type':'object'}",
                "{'type':'null'}",
                "{}")
            .map(text -> (ObjectNode) CompatibleSchemaTest.json(text));
    if (depth == 0) {
      return leaf;
    }
    Arbitrary<ObjectNode> below = inner(depth - 1);
    Arbitrary<ObjectNode> list =
        below.map(
            items -> {
              ObjectNode schema = NODES.objectNode().put("type", "array");
              schema.set("items", items);
              return schema;
            });
    Arbitrary<ObjectNode> object =
        Combinators.combine(below, below, Arbitraries.integers().between(0, 3))
            .as(
                (one, other, bits) -> {
                  ObjectNode schema = NODES.objectNode().put("type", "object");
                  schema.putObject("properties").<ObjectNode>set("a", one).set("b", other);
                  if ((bits & 1) != 0) {
                    schema.putArray("required").add("b").add("z");
                  }
                  if ((bits & 2) != 0) {
                    schema.put("additionalProperties", false);
                  }
                  return schema;
                });
    Arbitrary<ObjectNode> choice =
        Combinators.combine(below, below, Arbitraries.of("anyOf", "oneOf", "allOf"))
            .as(
                (one, other, keyword) -> {
                  ObjectNode schema = NODES.objectNode();
                  schema.putArray(keyword).add(one).add(other);
                  return schema;
                });
    return Arbitraries.oneOf(leaf, list, object, choice);
  }

  @Provide
  Arbitrary<ObjectNode> values() {
    Arbitrary<JsonNode> value =
        Arbitraries.of(
                "'x'",
                "''",
                "1",
                "0",
                "true",
                "null",
                "['x']",
                "[]",
                "{}",
                "{'a':'x','b':1}",
                "{'b':'x'}",
                "{'next':{}}",
                "[1,null]")
            .map(CompatibleSchemaTest::json);
    return Combinators.combine(value.list().ofSize(3), Arbitraries.integers().between(0, 7))
        .as(
            (values, bits) -> {
              ObjectNode object = NODES.objectNode();
              for (int i = 0; i < NAMES.size(); i++) {
                if ((bits >> i & 1) == 1) {
                  object.set(NAMES.get(i), values.get(i));
                }
              }
              return object;
            });
  }
}
