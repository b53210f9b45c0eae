package dev.talaria.benchmarks.bare.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BareAnswerTest {
  private static final String CALL =
      """
      {"jsonrpc":"2.0","id":17,"method":"tools/call",
       "params":{"name":"echo","arguments":{"text":"hello"}}}""";

  private final BareAnswer answers = new BareAnswer();

  @Test
  void repeatsTheIdAndTheText() {
    JsonNode answer = read(answers.to(CALL.getBytes(StandardCharsets.UTF_8), 0));

    assertThat(answer.path("id").asInt()).isEqualTo(17);
    assertThat(answer.at("/result/content/0/text").asString()).isEqualTo("hello");
  }

  @ParameterizedTest
  @ValueSource(ints = {98, 150, 400})
  void isAsLongAsWanted(int size) {
    byte[] answer = answers.to(CALL.getBytes(StandardCharsets.UTF_8), size);

    assertThat(answer).hasSize(size);
    assertThat(read(answer).path("id").asInt()).isEqualTo(17);
  }

  private static JsonNode read(byte[] answer) {
    return JsonMapper.builder().build().readTree(answer);
  }
}
