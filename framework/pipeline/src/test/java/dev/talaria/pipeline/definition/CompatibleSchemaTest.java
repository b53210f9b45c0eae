package dev.talaria.pipeline.definition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.pipeline.JsonMappers;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** Each rule of the dialect that services with OpenAI's interface agree on. */
class CompatibleSchemaTest {
  private static final JsonMapper MAPPER = JsonMappers.base();

  static JsonNode json(String text) {
    return MAPPER.readTree(text.replace('\'', '"'));
  }

  private static JsonNode property(String schema) {
    return CompatibleSchema.of(json("{'type':'object','properties':{'p':" + schema + "}}"))
        .at("/properties/p");
  }

  private static JsonNode root(String schema) {
    return CompatibleSchema.of(json(schema));
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "[1]", "'object'", "true", "{}", "{'type':'string'}"})
  void whatIsNoObjectSchemaTakesNoArguments(String schema) {
    assertThat(root(schema)).isEqualTo(json("{'type':'object','properties':{}}"));
  }

  @Test
  void aMissingSchemaTakesNoArguments() {
    assertThat(CompatibleSchema.of(MissingNode.getInstance()))
        .isEqualTo(json("{'type':'object','properties':{}}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          'string'                                   | {'type':'string'}
          'array'                                    | {'type':'array','items':{}}
          'anything else'                            | {}
          true                                       | {}
          false                                      | {'not':{}}
          {'type':['string','null']}                 | {'type':'string','nullable':true}
          {'type':['string']}                        | {'type':'string'}
          {'type':['null']}                          | {'type':'null'}
          {'type':[]}                                | {'type':'object','properties':{}}
          {'type':['string','integer']}              | {'anyOf':[{'type':'string'},{'type':'integer'}]}
          {'type':['string','integer','null']}       | {'anyOf':[{'type':'string'},{'type':'integer'}],'nullable':true}
          {'type':['string','array'],'items':{'type':'string'},'minLength':2} | {'anyOf':[{'type':'string','minLength':2},{'type':'array','items':{'type':'string'}}]}
          {'type':['string','integer'],'anyOf':[{'minimum':1}]} | {'anyOf':[{'minimum':1}],'allOf':[{'anyOf':[{'type':'string'},{'type':'integer'}]}]}
          {'anyOf':[{'type':'string'},{'type':'null'}],'description':'d','default':'x','title':'t','examples':['y']} | {'type':'string','title':'t','description':'d','default':'x','examples':['y'],'nullable':true}
          {'oneOf':[{'type':'null'},{'type':'string','title':'inner'}],'title':'outer'} | {'type':'string','title':'outer','nullable':true}
          {'anyOf':[{'type':'string'},{'const':null}]} | {'type':'string','nullable':true}
          {'anyOf':[{'type':'string'},{'type':'integer'},{'type':'null'}]} | {'anyOf':[{'type':'string'},{'type':'integer'},{'type':'null'}]}
          {'anyOf':[{'type':'string'},{'type':'null'}],'minLength':3} | {'anyOf':[{'type':'string'},{'type':'null'}],'minLength':3}
          {'type':'object'}                          | {'type':'object','properties':{}}
          {'type':'object','properties':{'a':{'type':'string'}},'required':['a','b']} | {'type':'object','properties':{'a':{'type':'string'}},'required':['a']}
          {'type':'object','required':['b']}         | {'type':'object','properties':{}}
          {'type':'object','additionalProperties':false} | {'type':'object','properties':{},'additionalProperties':false}
          {'type':'object','additionalProperties':'string'} | {'type':'object','properties':{},'additionalProperties':{'type':'string'}}
          {'type':'array','items':true}              | {'type':'array','items':true}
          {'enum':['string','object',{'type':['a','null']}]} | {'enum':['string','object',{'type':['a','null']}]}
          {'type':'string','examples':['null',true]} | {'type':'string','examples':['null',true]}
          {'type':'object','properties':{'a':{}},'dependentRequired':{'a':['object']}} | {'type':'object','properties':{'a':{}},'dependentRequired':{'a':['object']}}
          {'type':'object','properties':{'required':{'type':'string'},'default':{'type':['string','null']}}} | {'type':'object','properties':{'required':{'type':'string'},'default':{'type':'string','nullable':true}}}
          {'allOf':[{'type':'string'}],'not':{'const':'x'}} | {'allOf':[{'type':'string'}],'not':{'const':'x'}}
          """)
  void aSchemaInsideBecomes(String given, String expected) {
    assertThat(property(given)).isEqualTo(json(expected));
  }

  @Test
  void aDefaultDoesNotStandBesideAReference() {
    assertThat(
            root(
                "{'type':'object','properties':{'p':{'$ref':'#/$defs/T','default':1},"
                    + "'q':{'anyOf':[{'$ref':'#/$defs/T'},{'type':'null'}],'default':1}},"
                    + "'$defs':{'T':{'type':'integer'}}}"))
        .isEqualTo(
            json(
                "{'type':'object','properties':{'p':{'$ref':'#/$defs/T'},"
                    + "'q':{'$ref':'#/$defs/T','nullable':true}},'$defs':{'T':{'type':'integer'}}}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "'anyOf':[{'required':['a']}]",
        "'oneOf':[{'required':['a']},{'properties':{'a':{'const':'x'}}}]",
        "'allOf':[{'properties':{'a':{'minLength':1}}}]",
        "'enum':[{'a':'x'}]",
        "'const':{'a':'x'}",
        "'not':{'required':['b']}"
      })
  void nothingButPropertiesStandsAtTheRoot(String rule) {
    JsonNode root = root("{'type':'object','properties':{'a':{'type':'string'}}," + rule + "}");
    assertThat(root.propertyNames()).isSubsetOf("type", "properties", "required");
    assertThat(root.at("/properties/a")).isEqualTo(json("{'type':'string'}"));
  }

  @Test
  @DisplayName(
      "what alternatives at the root declare is shown, required is what all of them require")
  void propertiesOfAlternativesAreShown() {
    assertThat(
            root(
                "{'type':'object','oneOf':[{'$ref':'#/$defs/Circle'},{'properties':{"
                    + "'kind':{'const':'box'},'side':{'type':'number'}},'required':['kind','side']}],"
                    + "'$defs':{'Circle':{'properties':{'kind':{'const':'circle'},"
                    + "'radius':{'type':'number'}},'required':['kind']}},"
                    + "'unevaluatedProperties':false}"))
        .isEqualTo(
            json(
                "{'type':'object','properties':{'kind':{'anyOf':[{'const':'circle'},{'const':'box'}]},"
                    + "'radius':{'type':'number'},'side':{'type':'number'}},'required':['kind']}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          #/definitions/T     | {'$ref':'#/$defs/T'}
          #/properties/q      | {'$ref':'#/$defs/q'}
          #named              | {'$ref':'#/$defs/named'}
          #                   | {'$ref':'#'}
          #/nowhere           | {}
          #/properties/q/type | {}
          https://example.org | {}
          """)
  void referencesBecomeLocalOnesOrAllowEverything(String reference, String expected) {
    JsonNode root =
        root(
            "{'type':'object','properties':{'p':{'$ref':'"
                + reference
                + "'},'q':{'type':'string','$anchor':'named'}},"
                + "'definitions':{'T':{'type':'integer'},'unused':{}}}");
    assertThat(root.at("/properties/p")).isEqualTo(json(expected));
    assertThat(root.has("definitions")).isFalse();
    JsonNode defs = root.path("$defs");
    assertThat(defs.size()).isEqualTo(expected.contains("$defs") ? 1 : 0);
  }

  @Test
  void recursionIsKept() {
    JsonNode tree =
        json(
            "{'type':'object','properties':{'root':{'$ref':'#/$defs/Node'}},'$defs':{'Node':"
                + "{'type':'object','properties':{'next':{'$ref':'#/$defs/Node'}}}}}");
    assertThat(CompatibleSchema.of(tree)).isEqualTo(tree);
  }

  @Test
  void theGivenSchemaIsLeftAsItIs() {
    String text =
        "{'type':'object','properties':{'a':{'type':['string','null']},'b':{'$ref':'#/properties/a'}},"
            + "'anyOf':[{'required':['a']}],'required':['a','z'],'$schema':'x'}";
    JsonNode given = json(text);
    CompatibleSchema.of(given);
    AnthropicSchema.of(given);
    StrictSchema.of(given, StrictRules.OPENAI);
    StrictSchema.of(given, StrictRules.ANTHROPIC);
    assertThat(given).isEqualTo(json(text));
  }

  @Test
  void partsThatHoldEachOtherDoNotGrowWithoutBound() {
    StringBuilder nested = new StringBuilder("{'type':'string'}");
    for (int i = 0; i < 60; i++) {
      nested = new StringBuilder("{'type':'object','properties':{'a':" + nested + ",");
      for (int j = 0; j < 20; j++) {
        nested
            .append("'r")
            .append(j)
            .append("':{'$ref':'#")
            .append("/properties/a".repeat(j * 3 + 1))
            .append("'},");
      }
      nested.append("'z':{}}}");
    }
    assertThat(root(nested.toString()).toString().length()).isLessThan(4_000_000);
  }
}
