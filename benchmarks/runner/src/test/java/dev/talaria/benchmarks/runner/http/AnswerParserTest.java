package dev.talaria.benchmarks.runner.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AnswerParserTest {
  private static final String BY_LENGTH =
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nCONTENT-LENGTH:  5\r\n\r\nhello";
  private static final String IN_CHUNKS =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "3\r\nhel\r\n2;ext=1\r\nlo\r\n0\r\n\r\n";

  private final AnswerParser parser = new AnswerParser(1000);

  @ParameterizedTest
  @ValueSource(strings = {BY_LENGTH, IN_CHUNKS})
  void isWholeWithItsLastByteAndNoSooner(String answer) throws MalformedAnswerException {
    byte[] bytes = bytes(answer);
    for (int length = 0; length < bytes.length; length++) {
      // As received: beyond the length there is nothing yet.
      byte[] received = Arrays.copyOf(Arrays.copyOf(bytes, length), bytes.length);
      assertThat(parser.parse(received, length)).as("after %s bytes", length).isEmpty();
    }
    HttpAnswer whole = parser.parse(bytes, bytes.length).orElseThrow();
    assertThat(whole.status()).isEqualTo(200);
    assertThat(whole.text()).isEqualTo("hello");
    assertThat(whole.length()).isEqualTo(bytes.length);
  }

  @ParameterizedTest
  @ValueSource(strings = {BY_LENGTH, IN_CHUNKS})
  void leavesWhatComesAfterIt(String answer) throws MalformedAnswerException {
    HttpAnswer first = parse(answer + "HTTP/1.1 500 No\r\n\r\n").orElseThrow();
    assertThat(first.status()).isEqualTo(200);
    assertThat(first.length()).isEqualTo(answer.length());
  }

  @Test
  void anAnswerMayHaveNoBody() throws MalformedAnswerException {
    HttpAnswer answer = parse("HTTP/1.1 202 Accepted\r\n\r\n").orElseThrow();
    assertThat(answer.status()).isEqualTo(202);
    assertThat(answer.body()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SSH-2.0-OpenSSH\r\n\r\n",
        "HTTP/1.1 999 Odd\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: five\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 1001\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nno\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffff\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhello\r\n"
      })
  void refusesWhatIsNoAnswer(String text) {
    assertThatExceptionOfType(MalformedAnswerException.class).isThrownBy(() -> parse(text));
  }

  @Test
  void refusesAHeadWithoutEnd() {
    assertThatExceptionOfType(MalformedAnswerException.class)
        .isThrownBy(() -> parse("HTTP/1.1 200 OK\r\nX: " + "y".repeat(1000)));
  }

  private Optional<HttpAnswer> parse(String text) throws MalformedAnswerException {
    byte[] bytes = bytes(text);
    return parser.parse(bytes, bytes.length);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }
}
