package dev.talaria.mcp.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderValueTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "us-west1|us-west1",
        "Hello, 世界|=?base64?SGVsbG8sIOS4lueVjA==?=",
        " padded |=?base64?IHBhZGRlZCA=?=",
        "=?base64?literal?=|=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="
      })
  void followsTheExamplesOfTheSpecification(String text, String header) {
    assertThat(HeaderValue.encode(text)).isEqualTo(header);
    assertThat(HeaderValue.decode(header)).hasValue(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"=?base64?***?=", "=?base64?/w==?=", "é", "a\u0001"})
  void refusesMalformedValues(String header) {
    assertThat(HeaderValue.decode(header)).isEmpty();
  }

  @Property(tries = 500)
  void decodesWhatItEncodes(@ForAll String text) {
    Assumptions.assumeTrue(StandardCharsets.UTF_8.newEncoder().canEncode(text));
    assertThat(HeaderValue.decode(HeaderValue.encode(text))).hasValue(text);
  }
}
