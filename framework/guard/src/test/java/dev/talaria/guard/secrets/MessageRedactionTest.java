package dev.talaria.guard.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageRedactionTest {
  private final SecretRedactor redactor =
      SecretRedactor.ofMessages(
          Map.of(
              "SERVICE_TOKEN", "correct horse battery",
              "DB_PASSWORD", "correct horse",
              "SIGNING_KEY", "k9#k9#k9",
              "SHORT_SECRET", "abc",
              "EDITOR", "correct-editor",
              "MONKEY", "bananas-and-more"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Authorization: Token abc123def|Authorization: Token [redacted]",
        "authorization=ApiKey s3cr3t-value|authorization=ApiKey [redacted]",
        "Authorization: Bearer abcdef0123456789abcdef|Authorization: Bearer [redacted]",
        "password=hunter2, user=me|password=[redacted], user=me",
        "GET https://a.example/x?sig=abcdefgh12&n=1|GET https://a.example/x?sig=[redacted]&n=1",
        "https://me:pw@host/x|https://me:[redacted]@host/x",
        "said correct horse battery staple|said [redacted] staple",
        "said k9#k9#k9!|said [redacted]!",
        "abc, correct-editor, bananas-and-more|abc, correct-editor, bananas-and-more",
        "no such folder: /data/x|no such folder: /data/x"
      })
  void secretsOfMessagesGo(String message, String redacted) {
    assertThat(redactor.redact(message)).isEqualTo(redacted);
  }

  @Provide
  Arbitrary<String> messages() {
    Arbitrary<String> part =
        Arbitraries.of(
            "password",
            "token",
            "=",
            ":",
            " ",
            "authorization",
            "Bearer ",
            "https://",
            "u:p@",
            "?sig=",
            "abcdefgh12345678",
            "sk-abcdefghijklmnopqrstuvwx",
            "[redacted]",
            "correct horse",
            "\n",
            "\"",
            "-----BEGIN PRIVATE KEY-----",
            "\uD800",
            "x");
    return part.list().ofMaxSize(30).map(parts -> String.join("", parts));
  }

  @Property(tries = 500)
  void redactingTwiceChangesNothingMore(@ForAll("messages") String message) {
    String once = redactor.redact(message);
    assertThat(redactor.redact(once)).isEqualTo(once);
  }

  @Test
  void hostileMessagesEndQuickly() {
    List<String> texts =
        List.of(
            "authorization: ".repeat(2_000),
            "password=".repeat(3_000),
            "-----BEGIN PRIVATE KEY-----".repeat(1_000),
            "?sig=a".repeat(5_000),
            "http://a:".repeat(3_000));
    Assertions.assertTimeout(Duration.ofSeconds(10), () -> texts.forEach(redactor::redact));
  }
}
