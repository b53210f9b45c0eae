package dev.talaria.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.pipeline.plan.ArgumentPlan;
import dev.talaria.pipeline.schema.LocalReferences;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * For which declarations, as tools have them, right arguments are accepted without the validator.
 */
class ArgumentPlanTest {
  private static final JsonMapper MAPPER = JsonMappers.base();
  private static final String SHAPES =
      "'$defs':{'circle':{'type':'object','properties':{'kind':{'const':'circle'},'r':{'type':'number'}},"
          + "'required':['kind','r'],'additionalProperties':false},"
          + "'square':{'type':'object','properties':{'kind':{'const':'square'},'fill':{'type':'boolean','default':true}},"
          + "'required':['kind'],'additionalProperties':false},"
          + "'tree':{'type':'object','properties':{'next':{'$ref':'#/$defs/tree'}}}}";

  @ParameterizedTest(name = "{0} takes {1}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'type':'string','minLength':1,'pattern':'^[a-z]+$'} | 'abc'",
        "{'type':'integer','minimum':1,'maximum':10} | 10",
        "{'type':'integer'} | 123456789012345678901234567890",
        "{'type':'number','exclusiveMinimum':0.5} | 0.6",
        "{'type':'boolean','default':false} | true",
        "{'type':'string','enum':['a','b'],'description':'d'} | 'b'",
        "{'type':['string','null']} | null",
        "{'type':['string','null']} | 'x'",
        "{'anyOf':[{'type':'string'},{'type':'null'}],'default':null} | 'x'",
        "{'type':'array','items':{'type':'string'},'uniqueItems':true} | ['a','b']",
        "{'type':'object','additionalProperties':{'type':'integer'}} | {'a':1}",
        "{'type':'object','additionalProperties':true} | {'a':{'b':[1.5,'x',null]}}",
        "{} | {'a':[1]}",
        "{'$ref':'#/$defs/circle','description':'d'} | {'kind':'circle','r':1.5}",
        "{'allOf':[{'$ref':'#/$defs/circle'}]} | {'kind':'circle','r':2}",
        "{'$ref':'#/$defs/tree'} | {'next':{'next':{'next':{}}}}",
        "{'oneOf':[{'$ref':'#/$defs/circle'},{'$ref':'#/$defs/square'}]} | {'kind':'square','fill':true}",
        "{'oneOf':[{'$ref':'#/$defs/circle'},{'$ref':'#/$defs/square'},{'type':'null'}]} | {'kind':'circle','r':1}",
      })
  void whatIsRightIsTheSameObject(String schema, String value) {
    ObjectNode arguments = object("{'v':" + value + "}");
    assertThat(plan(schema).accept(arguments)).containsSame(arguments);
  }

  @ParameterizedTest(name = "{0} leaves {1} to others")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'type':'integer'} | '1'",
        "{'type':'integer'} | 1.0",
        "{'type':['integer','string']} | '1'",
        "{'type':['string','null']} | 'null'",
        "{'type':'string'} | null",
        "{'type':'number'} | 1e2000",
        "{} | [1e2000]",
        "{'type':'string','minLength':2} | '\uD83D\uDE00'",
        "{'type':'array','maxItems':1} | [1,2]",
        "{'type':'object','minProperties':1} | {}",
        "{'oneOf':[{'$ref':'#/$defs/circle'},{'$ref':'#/$defs/square'}]} | {'kind':'circle','fill':true}",
        "{'oneOf':[{'type':'integer'},{'type':'number'}]} | 1.5",
        "{'type':'string','contentEncoding':'base64'} | 'eA=='",
      })
  void whatIsNotCertainIsLeft(String schema, String value) {
    assertThat(plan(schema).accept(object("{'v':" + value + "}"))).isEmpty();
  }

  @Test
  void defaultsAreFilledInWithoutTouchingWhatWasGiven() {
    ArgumentPlan plan =
        plan(
            "{'type':'array','items':{'oneOf':[{'$ref':'#/$defs/circle'},{'$ref':'#/$defs/square'}]}}");
    ObjectNode arguments = object("{'v':[{'kind':'circle','r':1},{'kind':'square'}]}");
    Optional<ObjectNode> completed = plan.accept(arguments);
    assertThat(completed.orElseThrow().at("/v/1"))
        .hasToString("{\"kind\":\"square\",\"fill\":true}");
    assertThat(completed.orElseThrow().at("/v/0")).isSameAs(arguments.at("/v/0"));
    assertThat(arguments.at("/v/1")).hasToString("{\"kind\":\"square\"}");
  }

  @Test
  void aDefaultThatDoesNotFitIsLeftToTheValidator() {
    assertThat(plan("{'type':'integer','default':'x'}").accept(object("{}"))).isEmpty();
    assertThat(plan("{'type':'integer','default':3}").accept(object("{}")))
        .contains(object("{'v':3}"));
  }

  @Test
  void anotherDialectIsLeftToTheValidator() {
    JsonNode draft7 = json("{'$schema':'http://json-schema.org/draft-07/schema#','type':'object'}");
    ArgumentPlan plan = ArgumentPlan.compile(draft7, new LocalReferences(draft7), Schemas::pattern);
    assertThat(plan.accept(object("{}"))).isEmpty();
  }

  private static ArgumentPlan plan(String schema) {
    JsonNode document = json("{'type':'object','properties':{'v':" + schema + "}," + SHAPES + "}");
    return ArgumentPlan.compile(document, new LocalReferences(document), Schemas::pattern);
  }

  private static ObjectNode object(String text) {
    return (ObjectNode) json(text);
  }

  private static JsonNode json(String text) {
    return MAPPER.readTree(text.replace('\'', '"'));
  }
}
