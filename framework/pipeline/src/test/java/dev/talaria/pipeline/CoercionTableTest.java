package dev.talaria.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.pipeline.coercion.ArgumentCoercion;
import dev.talaria.pipeline.schema.LocalReferences;
import dev.talaria.pipeline.schema.NullableKeyword;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What becomes of a value under a schema, before anything is validated. */
@DisplayName("Coercion of arguments")
class CoercionTableTest {
  private static final JsonMapper MAPPER = JsonMappers.base();
  private static final String KEPT = "(kept)";

  static Stream<Arguments> table() {
    return Stream.of(
        row("C1 digits are an integer", "{'type':'integer'}", "'42'", "42"),
        row("C1 negative digits", "{'type':'integer'}", "'-7'", "-7"),
        row("C1 white space around digits", "{'type':'integer'}", "' 42 '", "42"),
        row("C1 an integral decimal", "{'type':'integer'}", "'3.0'", "3"),
        row("C1 an integral decimal that is a number already", "{'type':'integer'}", "3.0", "3"),
        row("C1 a fraction is no integer", "{'type':'integer'}", "'3.14'", KEPT),
        row("C1 a fraction is a number", "{'type':'number'}", "'3.14'", "3.14"),
        row("C1 an integral number is an integer", "{'type':'number'}", "'2'", "2"),
        row("C1 infinity stays text", "{'type':'number'}", "'inf'", KEPT),
        row("C1 minus infinity stays text", "{'type':'number'}", "'-inf'", KEPT),
        row("C1 no number stays text", "{'type':'integer'}", "'nan'", KEPT),
        row("C1 words stay text", "{'type':'integer'}", "'abc'", KEPT),
        row("C1 nothing stays text", "{'type':'integer'}", "''", KEPT),
        row("C1 an exponent", "{'type':'integer'}", "'1e3'", "1000"),
        row("C1 an exponent beyond bounds", "{'type':'integer'}", "'1e99999'", KEPT),
        row(
            "C1 big integers are exact (the reference rounded them)",
            "{'type':'integer'}",
            "'90071992547409931234'",
            "90071992547409931234"),
        row("C2 true", "{'type':'boolean'}", "'true'", "true"),
        row("C2 true in capitals", "{'type':'boolean'}", "'TRUE'", "true"),
        row("C2 false", "{'type':'boolean'}", "'False'", "false"),
        row("C2 a one is no boolean", "{'type':'boolean'}", "'1'", KEPT),
        row("C2 a zero is no boolean", "{'type':'boolean'}", "'0'", KEPT),
        row("C2 yes is no boolean", "{'type':'boolean'}", "'yes'", KEPT),
        row("C3 the first of a union", "{'type':['integer','string']}", "'42'", "42"),
        row(
            "C3 a text that comes first is a success (the reference made 7 of it)",
            "{'type':['string','integer']}",
            "'007'",
            KEPT),
        row(
            "C3 where text is welcome, a number is what JSON would write as one",
            "{'type':['integer','string']}",
            "'007'",
            KEPT),
        row("C3 the second of a union", "{'type':['integer','boolean']}", "'true'", "true"),
        row("C3 a union that is right already", "{'type':['string','integer']}", "42", KEPT),
        row("C3 null by list", "{'type':['integer','null']}", "'null'", "null"),
        row("C3 null by list, beside text", "{'type':['string','null']}", "'null'", "null"),
        row("C3 null by type", "{'type':'null'}", "'null'", "null"),
        row("C3 null by nullable", "{'type':'integer','nullable':true}", "'null'", "null"),
        row(
            "C3 null by branch",
            "{'anyOf':[{'type':'integer'},{'type':'null'}]}",
            "'null'",
            "null"),
        row("C3 no null where it is not allowed", "{'type':'integer'}", "'null'", KEPT),
        row("C3 the word null is a text", "{'type':'string'}", "'null'", KEPT),
        row(
            "C4 a list as text",
            "{'type':'array','items':{'type':'string'}}",
            "'[\\'a\\',\\'b\\']'",
            "['a','b']"),
        row("C4 one text", "{'type':'array','items':{'type':'string'}}", "'one'", "['one']"),
        row("C4 one text like a list", "{'type':'array'}", "'[one'", "['[one']"),
        row("C4 one number", "{'type':'array','items':{'type':'integer'}}", "7", "[7]"),
        row("C4 one boolean", "{'type':'array'}", "true", "[true]"),
        row("C4 one object", "{'type':'array'}", "{'a':1}", "[{'a':1}]"),
        row(
            "C4 one object as text",
            "{'type':'array','items':{'type':'object'}}",
            "'{\\'a\\':1}'",
            "[{'a':1}]"),
        row("C4 null for a nullable list", "{'type':['array','null']}", "'null'", "null"),
        row("C4 a list is left alone", "{'type':'array'}", "[1,'2']", KEPT),
        row(
            "C4 elements are turned",
            "{'type':'array','items':{'type':'integer'}}",
            "['1',2]",
            "[1,2]"),
        row(
            "C4 elements that are JSON are read where the schema wants JSON",
            "{'type':'array','items':{'type':'array','items':{'type':'integer'}}}",
            "['[\\'1\\']',[2]]",
            "[[1],[2]]"),
        row(
            "C4 texts under texts stay texts",
            "{'type':'array','items':{'type':'string'}}",
            "['[1]','{}']",
            KEPT),
        row(
            "C4 elements by position",
            "{'type':'array','prefixItems':[{'type':'integer'}],'items':{'type':'boolean'}}",
            "['1','true']",
            "[1,true]"),
        row("C5 an object as text", "{'type':'object'}", "'{\\'a\\':1}'", "{'a':1}"),
        row(
            "C5 an object inside",
            "{'type':'object','properties':{'n':{'type':'integer'}}}",
            "'{\\'n\\':\\'5\\'}'",
            "{'n':5}"),
        row("C5 no JSON", "{'type':'object'}", "'{a:1}'", KEPT),
        row("C5 a list is no object", "{'type':'object'}", "'[1]'", KEPT),
        row("C5 a text that looks like JSON", "{'type':'string'}", "'{\\'a\\':1}'", KEPT),
        row(
            "C5 values of a map",
            "{'type':'object','additionalProperties':{'type':'integer'}}",
            "{'x':'1','y':2}",
            "{'x':1,'y':2}"),
        row("C6 no type", "{}", "'42'", KEPT),
        row("C6 anything goes", "true", "'42'", KEPT),
        row("C7 anyOf", "{'anyOf':[{'type':'integer'},{'type':'null'}]}", "'7'", "7"),
        row("C7 oneOf", "{'oneOf':[{'type':'boolean'},{'type':'array'}]}", "'true'", "true"),
        row(
            "C7 allOf",
            "{'allOf':[{'type':'object'},{'properties':{'n':{'type':'integer'}}}]}",
            "'{\\'n\\':\\'1\\'}'",
            "{'n':1}"),
        row(
            "C7 a branch with a list",
            "{'anyOf':[{'type':'array'},{'type':'null'}]}",
            "'x'",
            "['x']"),
        row(
            "C7 a branch with an object",
            "{'anyOf':[{'type':'null'},{'type':'object','properties':{'n':{'type':'integer'}}}]}",
            "'{\\'n\\':\\'1\\'}'",
            "{'n':1}"),
        row(
            "C7 a text that a branch lists",
            "{'anyOf':[{'type':'integer'},{'enum':['1','auto']}]}",
            "'1'",
            "1"),
        row(
            "C7 a text that only a branch lists",
            "{'anyOf':[{'type':'array'},{'const':'auto'}]}",
            "'auto'",
            KEPT),
        row(
            "C7 a text that no listing branch takes",
            "{'anyOf':[{'type':'string','enum':['auto']},{'type':'integer'}]}",
            "'5'",
            "5"),
        row("C7 a local reference", "{'$ref':'#/$defs/n'}", "'1'", "1"),
        row("C7 a local reference, escaped", "{'$ref':'#/$defs/a~1b%20c'}", "'1'", "1"),
        row("C7 a chain of references", "{'$ref':'#/$defs/chain'}", "'1'", "1"),
        row("C7 a circle of references", "{'$ref':'#/$defs/circle'}", "'1'", KEPT),
        row("C7 a reference that leaves", "{'$ref':'other.json#/n'}", "'1'", KEPT),
        row("C7 a reference to nothing", "{'$ref':'#/$defs/nobody'}", "'1'", KEPT),
        row(
            "the branch of a union is the one that its discriminator names",
            "{'$ref':'#/$defs/shape'}",
            "{'kind':'square','size':'2'}",
            "{'kind':'square','size':2,'unit':'m'}"),
        row(
            "the same, as text",
            "{'$ref':'#/$defs/shape'}",
            "'{\\'kind\\':\\'circle\\',\\'size\\':\\'2\\'}'",
            "{'kind':'circle','size':'2','filled':false}"),
        row(
            "without discriminator, the branch whose required properties are there",
            "{'anyOf':[{'type':'object','required':['a'],'properties':{'a':{},'n':{'type':'integer'}}},"
                + "{'type':'object','required':['b'],'properties':{'b':{},'n':{'type':'boolean'}}}]}",
            "{'b':1,'n':'true'}",
            "{'b':1,'n':true}"));
  }

  private static final String DEFS =
      """
      {'n':{'type':'integer'},'a/b c':{'type':'integer'},'chain':{'$ref':'#/$defs/n'},
       'circle':{'$ref':'#/$defs/circle'},
       'shape':{'oneOf':[{'$ref':'#/$defs/circleShape'},{'$ref':'#/$defs/squareShape'}]},
       'circleShape':{'type':'object','properties':{'kind':{'const':'circle'},
         'size':{'type':'string'},'filled':{'type':'boolean','default':false}}},
       'squareShape':{'type':'object','properties':{'kind':{'enum':['square']},
         'size':{'type':'integer'},'unit':{'type':'string','default':'m'}}}}
      """;

  private static Arguments row(String what, String schema, String given, String expected) {
    return Arguments.of(what, schema, given, expected);
  }

  @ParameterizedTest(name = "{0}: {2} under {1} is {3}")
  @MethodSource
  void table(String what, String schema, String given, String expected) {
    ObjectNode arguments = object("{'v':" + given + "}");
    String before = arguments.toString();

    ObjectNode coerced =
        coerce("{'properties':{'v':" + schema + "},'$defs':" + DEFS + "}", arguments);

    assertThat(arguments).as("the input").hasToString(before);
    if (expected.equals(KEPT)) {
      assertThat(coerced).isSameAs(arguments);
    } else {
      assertThat(coerced.get("v")).hasToString(json(expected).toString());
    }
  }

  @Test
  @DisplayName(
      "C4 null for a list is no list of null; as it was not required, it counts as not given")
  void nullIsNotWrapped() {
    String list = "'v':{'type':'array'}";
    assertThat(coerce("{'properties':{" + list + "},'required':['v']}", object("{'v':null}")))
        .hasToString("{\"v\":null}");
    assertThat(coerce("{'properties':{" + list + "}}", object("{'v':null}"))).hasToString("{}");
    assertThat(coerce("{'properties':{'v':{'type':['array','null']}}}", object("{'v':null}")))
        .hasToString("{\"v\":null}");
  }

  @Test
  @DisplayName("C6 without properties everything stays; extra keys and empty arguments too")
  void nothingToCoerceBy() {
    for (String schema : List.of("{}", "{'type':'object'}", "true")) {
      ObjectNode arguments = object("{'a':'1','b':null,'c':['2']}");
      assertThat(coerce(schema, arguments)).isSameAs(arguments);
    }
    ObjectNode empty = object("{}");
    assertThat(coerce("{'properties':{'a':{'type':'integer'}}}", empty)).isSameAs(empty);
    assertThat(coerce("{'properties':{'a':{'type':'integer'}}}", object("{'a':'1','b':'2'}")))
        .hasToString("{\"a\":1,\"b\":\"2\"}");
  }

  @Test
  @DisplayName("C4 what does not change is the same object, beside what does")
  void whatStaysIsShared() {
    ObjectNode arguments = object("{'list':[1,{'a':1}],'n':'1'}");
    ObjectNode coerced =
        coerce(
            "{'properties':{'list':{'type':'array','items':{}},'n':{'type':'integer'}}}",
            arguments);
    assertThat(coerced).hasToString("{\"list\":[1,{\"a\":1}],\"n\":1}");
    assertThat(coerced.get("list")).isSameAs(arguments.get("list"));
  }

  @Test
  @DisplayName("C7 a recursive schema is followed as deep as the value goes, to a bound")
  void depth() {
    String schema = "{'properties':{'next':{'$ref':'#'},'n':{'type':'integer'}}}";
    assertThat(coerce(schema, nested(10)).toString()).doesNotContain("\"1\"");
    assertThat(coerce(schema, nested(199)).toString()).doesNotContain("\"1\"");
    // Deeper than anything that is read: bounded all the same.
    ObjectNode deeper = coerce(schema, nested(900));
    assertThat(deeper.get("n").isInt()).isTrue();
    JsonNode deepest = deeper;
    while (deepest.has("next")) {
      deepest = deepest.get("next");
    }
    assertThat(deepest.get("n").isString()).isTrue();
  }

  private static ObjectNode nested(int depth) {
    ObjectNode node = MAPPER.createObjectNode().put("n", "1");
    for (int i = 0; i < depth; i++) {
      ObjectNode outer = MAPPER.createObjectNode().put("n", "1");
      outer.set("next", node);
      node = outer;
    }
    return node;
  }

  @Test
  @DisplayName("C7 a schema that doubles the work at every level ends")
  void explosiveSchemasEnd() {
    ObjectNode arguments = object("{'n':1}");
    assertThat(coerce("{'allOf':[{'$ref':'#'},{'$ref':'#'}]}", arguments)).isSameAs(arguments);
  }

  @Test
  @DisplayName("A default beside a reference wins over that of the target")
  void defaultsAndReferences() {
    String schema =
        "{'properties':{'a':{'$ref':'#/$defs/n','default':1},'b':{'$ref':'#/$defs/n'}},"
            + "'$defs':{'n':{'type':'integer','default':2}}}";
    assertThat(coerce(schema, object("{}"))).hasToString("{\"a\":1,\"b\":2}");
    assertThat(coerce(schema, object("{'a':null,'b':'3'}"))).hasToString("{\"b\":3,\"a\":1}");
  }

  private static ObjectNode coerce(String schema, ObjectNode arguments) {
    JsonNode document = NullableKeyword.translate(json(schema));
    return new ArgumentCoercion(document, new LocalReferences(document), MAPPER).coerce(arguments);
  }

  private static ObjectNode object(String text) {
    return (ObjectNode) json(text);
  }

  /** Reads JSON with single quotes; a backslash before one makes it a quote inside a text. */
  private static JsonNode json(String text) {
    return MAPPER.readTree(
        text.replace("\\'", "\\\"").replace('\'', '"').replace("\\\\\"", "\\\""));
  }
}
