package dev.talaria.pipeline.problem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.talaria.pipeline.JsonMappers;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
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

  record Args(List<Span> spans, Instant at, Boolean flag, LocalTime time, LocalDateTime local) {}

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
          {"spans":[{"from":"2026-02-30"}]}|/spans/0/from: "2026-02-30" is not a date such as 2026-01-31
          {"spans":[{"from":"2026-02-01T10:00:00"}]}|/spans/0/from: "2026-02-01T10:00:00" is not a date such as 2026-01-31
          {"spans":[{"from":"2026-02-01T10:00:00Z"}]}|/spans/0/from: "2026-02-01T10:00:00Z" is not a date such as 2026-01-31
          {"time":"2026-02-01T10:00:00"}|/time: "2026-02-01T10:00:00" is not a time such as 12:00:00
          {"local":"2026-02-01"}|/local: "2026-02-01" is not a date with a time such as 2026-01-31T12:00:00
          {"local":"2026-02-01T10:00:00Z"}|/local: "2026-02-01T10:00:00Z" is not a date with a time such as 2026-01-31T12:00:00
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
