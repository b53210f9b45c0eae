package dev.talaria.pipeline.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.talaria.pipeline.JsonMappers;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

class BindingProblemTest {
  private static final JsonMapper MAPPER = JsonMappers.base();

  record Span(LocalDate from, LocalDate to) {
    Span {
      if (to.isBefore(from)) {
        throw new IllegalArgumentException("'to' must not be before 'from'");
      }
    }
  }

  record Args(List<Span> spans, Instant at, Boolean flag) {}

  private static String words(String json) {
    JacksonException e =
        catchThrowableOfType(
            JacksonException.class,
            () -> MAPPER.readerFor(Args.class).readValue(MAPPER.readTree(json)));
    return BindingProblem.words(e);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      textBlock =
          """
          {"spans":[{"from":"2026-02-30"}]}|/spans/0/from: "2026-02-30" is not a date
          {"at":"yesterday"}|/at: "yesterday" is not a moment such as 2026-01-31T12:00:00Z
          {"spans":[{"from":"2026-02-02","to":"2026-02-01"}]}|/spans/0: 'to' must not be before 'from'
          {"flag":"perhaps"}|/flag: "perhaps" is not a value that can be taken
          {"spans":7}|/spans: the value cannot be taken
          """)
  void saysWhereAndWhatAndNoClass(String json, String expected) {
    assertThat(words(json))
        .isEqualTo("The arguments do not fit the tool: " + expected)
        .doesNotContain("java.", "dev.talaria");
  }

  @Test
  void aLongValueIsCut() {
    assertThat(words("{\"at\":\"" + "x".repeat(10_000) + "\"}")).hasSizeLessThan(250);
  }
}
