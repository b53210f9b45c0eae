package dev.talaria.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JsonLayoutTest {
  private final JsonLayout layout = new JsonLayout(JsonMappers.base());

  @Test
  void everyValueGetsItsLineAndNumbersStayAsWritten() {
    assertThat(layout.lines("{\"a\":[1.50,1e5,12345678901234567890],\"b\":\"ü\"}", 1000))
        .hasValueSatisfying(
            text ->
                assertThat(text.lines().map(String::strip))
                    .contains("1.50,", "1e5,", "12345678901234567890")
                    .last()
                    .isEqualTo("}"));
  }

  @Test
  void whatIsNoJsonOrWouldGrowTooLongIsLeft() {
    assertThat(layout.lines("{no json}", 1000)).isEmpty();
    assertThat(layout.lines("plain", 1000)).isEmpty();
    assertThat(layout.lines("{\"a\":1} {\"b\":2}", 1000)).isPresent();
    assertThat(layout.lines("[1,2,3]", 10)).isEmpty();
    assertThat(layout.lines("[".repeat(300) + "]".repeat(300), 1_000_000)).isEmpty();
  }
}
