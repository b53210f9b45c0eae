package dev.talaria.pipeline.definition;

import static dev.talaria.pipeline.definition.CompatibleSchemaTest.json;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AnthropicSchemaTest {
  @Test
  void draft2020TwelveIsLeftAsItIs() {
    String schema =
        "{'type':'object','properties':{'a':{'type':['string','null'],'default':null},"
            + "'b':{'prefixItems':[{'const':1}],'items':false},'c':{'$ref':'#/$defs/C'}},"
            + "'required':['a'],'additionalProperties':false,"
            + "'$defs':{'C':{'oneOf':[{'type':'integer'},{'type':'null'}]}}}";
    assertThat(AnthropicSchema.of(json(schema)).schema()).isEqualTo(json(schema));
  }

  @Test
  void noAlternativesStandAtTheRoot() {
    assertThat(
            AnthropicSchema.of(
                    json(
                        "{'type':'object','properties':{'a':{},'b':{}},"
                            + "'anyOf':[{'required':['a']},{'required':['b']}]}"))
                .schema())
        .isEqualTo(json("{'type':'object','properties':{'a':{},'b':{}}}"));
  }

  @Test
  void propertiesWithOtherNamesAreNotShownButStayPossible() {
    AnthropicSchema shown =
        AnthropicSchema.of(
            json(
                "{'type':'object','properties':{'a b':{},'c':{}},'required':['a b','c'],"
                    + "'additionalProperties':false}"));
    assertThat(shown.schema())
        .isEqualTo(json("{'type':'object','properties':{'c':{}},'required':['c']}"));
    assertThat(shown.hidden()).containsExactly("a b");
  }
}
