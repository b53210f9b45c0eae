package dev.talaria.pipeline.definition;

import static dev.talaria.pipeline.definition.CompatibleSchemaTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class StrictSchemaTest {
  private static StrictOutcome openAi(String schema) {
    return StrictSchema.of(json(schema), StrictRules.OPENAI);
  }

  private static StrictOutcome.Strict strict(StrictOutcome outcome) {
    assertThat(outcome).isInstanceOf(StrictOutcome.Strict.class);
    return (StrictOutcome.Strict) outcome;
  }

  private static String object(String property) {
    return "{'type':'object','properties':{'p':" + property + "},'additionalProperties':false}";
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'type':'string'}                                   | {'type':['string','null']}
          {'type':['integer','null']}                         | {'type':['integer','null']}
          {'type':'string','description':'d','default':'x'}   | {'description':'d (Default: "x")','type':['string','null']}
          {'type':'integer','minimum':1,'default':2}          | {'description':'Default: 2','type':['integer','null'],'minimum':1}
          {'enum':['a','b']}                                  | {'type':['string','null'],'enum':['a','b',null]}
          {'const':1}                                         | {'type':['integer','null'],'enum':[1,null]}
          {'type':'array','items':{'type':'number'}}          | {'type':['array','null'],'items':{'type':'number'}}
          {'oneOf':[{'type':'string'},{'type':'integer'}]}    | {'anyOf':[{'type':'string'},{'type':'integer'},{'type':'null'}]}
          {'type':['string','integer']}                       | {'anyOf':[{'type':'string'},{'type':'integer'},{'type':'null'}]}
          {'allOf':[{'type':'string'}],'description':'d'}     | {'description':'d','type':['string','null']}
          {'type':'object','properties':{'a':{'type':'string'}},'required':['a']} | {'type':['object','null'],'properties':{'a':{'type':'string'}},'required':['a'],'additionalProperties':false}
          """)
  void anOptionalPropertyTakesNullForNotGiven(String given, String expected) {
    // The quotes of a default stand inside a text.
    String wanted = expected.replace("\"x\"", "\\'x\\'".replace("'", "\""));
    JsonNode root = strict(openAi(object(given))).schema();
    assertThat(root.at("/properties/p")).isEqualTo(json(wanted));
    assertThat(root.path("required")).isEqualTo(json("['p']"));
    assertThat(root.path("additionalProperties")).isEqualTo(json("false"));
  }

  @Test
  void referencesStayWithNothingBesideThem() {
    StrictOutcome.Strict strict =
        strict(
            openAi(
                "{'type':'object','properties':{'a':{'$ref':'#/$defs/T','description':'d'},"
                    + "'b':{'$ref':'#/$defs/T'}},'required':['a'],'$defs':{'T':{'type':'object',"
                    + "'properties':{'next':{'$ref':'#/$defs/T'}}}}}"));
    assertThat(strict.schema().at("/properties/a"))
        .isEqualTo(json("{'description':'d','anyOf':[{'$ref':'#/$defs/T'}]}"));
    assertThat(strict.schema().at("/properties/b"))
        .isEqualTo(json("{'anyOf':[{'$ref':'#/$defs/T'},{'type':'null'}]}"));
    assertThat(strict.schema().at("/$defs/T/required")).isEqualTo(json("['next']"));
  }

  @Test
  void rulesThatTheProviderDoesNotKnowAreLeftToTheRuntime() {
    StrictOutcome.Strict strict =
        strict(
            openAi(
                object(
                    "{'type':'array','uniqueItems':true,'minItems':1,'items':{'type':'string',"
                        + "'minLength':2,'format':'uri','pattern':'^a(?=b)'}}")));
    assertThat(strict.left())
        .containsExactlyInAnyOrder("uniqueItems", "minLength", "format", "pattern");
    assertThat(strict.schema().at("/properties/p/minItems").intValue()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'type':'object'}                                  | p: properties of any name are taken
          {'type':'object','additionalProperties':{'type':'string'}} | p: properties of any name are taken
          {'type':'object','properties':{},'patternProperties':{'a':{}}} | p: properties of any name are taken
          {}                                                 | p: anything is taken
          true                                               | p: anything is taken
          {'type':'array'}                                   | p: a list of anything
          {'type':'array','items':{}}                        | p[]: anything is taken
          {'type':'array','prefixItems':[{'type':'string'}]} | p: a list of anything
          {'allOf':[{'type':'string'},{'minLength':1}]}      | p: several schemas at once (allOf)
          {'anyOf':[{'type':'string'}],'minLength':1}        | p: alternatives with further rules
          {'enum':[{'a':1}]}                                 | p: a choice of what are no plain values
          {'type':'object','properties':{},'if':{},'then':{}} | p: rules that depend on values (if)
          {'type':'object','properties':{},'required':['x']} | p: 'x' is required and not described
          {'type':'object','properties':{'a b':{'type':'string'}}} | p.a b: a name that providers do not take
          """)
  void whatCannotBeStrictSaysWhereAndWhy(String property, String reason) {
    assertThat(openAi(object(property))).isEqualTo(new StrictOutcome.NotStrict(reason));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {'type':'object'}                                  | the arguments: properties of any name are taken
          {'type':'object','properties':{},'enum':[{}]}      | the arguments: described by alternatives or a reference
          {'type':'object','oneOf':[{'properties':{'a':{}}}]} | the arguments: described by alternatives or a reference
          []                                                 | the schema is no object
          """)
  void aRootThatCannotBeStrictSaysWhy(String schema, String reason) {
    assertThat(openAi(schema)).isEqualTo(new StrictOutcome.NotStrict(reason));
  }

  @Test
  void alternativesThatOnlyRequireAreLeftToTheRuntime() {
    StrictOutcome.Strict strict =
        strict(
            openAi(
                "{'type':'object','properties':{'a':{'type':'string'},'b':{'type':'string'}},"
                    + "'anyOf':[{'required':['a']},{'required':['b']}]}"));
    assertThat(strict.left()).containsExactly("anyOf");
    assertThat(strict.schema().has("anyOf")).isFalse();
  }

  @Test
  void nestingHasABound() {
    String deep = "{'type':'string'}";
    for (int i = 0; i < 10; i++) {
      deep = object(deep);
    }
    assertThat(openAi(deep))
        .isInstanceOfSatisfying(
            StrictOutcome.NotStrict.class,
            not -> assertThat(not.reason()).endsWith("nested deeper than OpenAI takes"));
  }

  @Test
  void anthropicTakesOptionalPropertiesAndNoRecursionOrRanges() {
    StrictOutcome.Strict strict =
        strict(
            StrictSchema.of(
                json(
                    "{'type':'object','properties':{'a':{'type':'integer','minimum':1},"
                        + "'b':{'type':['string','null']}},'required':['a']}"),
                StrictRules.ANTHROPIC));
    assertThat(strict.schema())
        .isEqualTo(
            json(
                "{'type':'object','properties':{'a':{'type':'integer'},"
                    + "'b':{'type':['string','null']}},'required':['a'],'additionalProperties':false}"));
    assertThat(strict.left()).containsExactly("minimum");
    assertThat(strict.optional()).isEqualTo(1);
    assertThat(strict.unions()).isEqualTo(1);

    assertThat(
            StrictSchema.of(
                json(
                    "{'type':'object','properties':{'n':{'$ref':'#/$defs/N'}},'$defs':{'N':"
                        + "{'type':'object','properties':{'next':{'$ref':'#/$defs/N'}}}}}"),
                StrictRules.ANTHROPIC))
        .isEqualTo(new StrictOutcome.NotStrict("N: recursive, which Anthropic does not take"));
  }
}
