package dev.talaria.pipeline.mapping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.talaria.api.CallResult;
import dev.talaria.api.TypeName;
import dev.talaria.pipeline.JsonMappers;
import dev.talaria.pipeline.OutputSchema;
import dev.talaria.pipeline.ResultShaper;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Sealed interfaces in a mapper made as the registry makes one for each bundle. */
class SealedTypesTest {
  private static final JsonMapper MAPPER = JsonMappers.base().rebuild().build();

  sealed interface Outcome {}

  record Found(String where) implements Outcome {}

  @TypeName("lost")
  record Lost() implements Outcome {}

  record Holder(Outcome outcome, Found found) {}

  sealed interface Event {}

  record Typed(String type) implements Event {}

  sealed interface Mixed {}

  record Part(int n) implements Mixed {}

  static final class Other implements Mixed {}

  @Test
  void theInterfaceIsReadByItsConstant() {
    assertThat(MAPPER.readValue("{\"where\":\"x\",\"type\":\"Found\"}", Outcome.class))
        .isEqualTo(new Found("x"));
    assertThat(MAPPER.readValue("{\"type\":\"lost\"}", Outcome.class)).isEqualTo(new Lost());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"where\":\"x\"}",
        "{\"type\":\"Lost\"}",
        "{\"type\":\"dev.talaria.pipeline.mapping.SealedTypesTest$Found\",\"where\":\"x\"}",
        "{\"type\":\"java.lang.Object\"}",
        "{\"@class\":\"dev.talaria.pipeline.mapping.SealedTypesTest$Found\",\"where\":\"x\"}",
        "{\"type\":[\"Found\"],\"where\":\"x\"}"
      })
  void nothingElseIsRead(String json) {
    assertThatThrownBy(() -> MAPPER.readValue(json, Outcome.class))
        .isInstanceOf(JacksonException.class);
  }

  @Test
  void aRecordAskedForByItselfIsReadWithoutAConstant() {
    assertThat(
            MAPPER.readValue(
                "{\"outcome\":{\"type\":\"lost\"},\"found\":{\"where\":\"y\"}}", Holder.class))
        .isEqualTo(new Holder(new Lost(), new Found("y")));
  }

  @Test
  void whatIsWrittenCanBeReadAsTheInterface() {
    for (Outcome outcome : List.of(new Found("x"), new Lost())) {
      String json = MAPPER.writeValueAsString(outcome);
      assertThat(MAPPER.readValue(json, Outcome.class)).as(json).isEqualTo(outcome);
    }
    assertThat(MAPPER.writeValueAsString(new Outcome[] {new Lost()}))
        .isEqualTo("[{\"type\":\"lost\"}]");
  }

  @Test
  void aResultTellsWhichItIs() throws Exception {
    OutputSchema schema =
        OutputSchema.compile(
            "{\"type\":\"object\",\"oneOf\":[{\"properties\":{\"type\":{\"const\":\"Found\"}},"
                + "\"required\":[\"type\",\"where\"]}]}",
            MAPPER);
    CallResult result = new ResultShaper().shape("t", new Found("x"), MAPPER, Optional.of(schema));
    assertThat(result.structuredJson()).contains("{\"type\":\"Found\",\"where\":\"x\"}");
  }

  @Test
  void otherRecordsAreLeftAsTheyAre() {
    assertThat(MAPPER.writeValueAsString(new Typed("own"))).isEqualTo("{\"type\":\"own\"}");
    assertThat(MAPPER.writeValueAsString(new Part(1))).isEqualTo("{\"n\":1}");
    assertThatThrownBy(() -> MAPPER.readValue("{\"type\":\"Part\",\"n\":1}", Mixed.class))
        .isInstanceOf(JacksonException.class);
  }

  @Test
  void depthStaysBoundedInsideOfThem() {
    String deep = "{\"where\":" + "[".repeat(300) + "]".repeat(300) + ",\"type\":\"Found\"}";
    assertThatThrownBy(() -> MAPPER.readValue(deep, Outcome.class))
        .isInstanceOf(JacksonException.class)
        .hasMessageContaining("nesting depth");
  }
}
