package dev.talaria.guard.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SecretRedactorTest {
  private final SecretRedactor redactor = new SecretRedactor();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sk-abcdefghijklmnopqrstuvwx",
        "sk-ant-api03-abcdefghijklmnopqrstuv",
        "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
        "AKIAABCDEFGHIJKLMNOP",
        "xoxb-1234567890-abcdef",
        "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
        "glpat-abcdefghij0123456789"
      })
  void knownKeysGo(String secret) {
    assertThat(redactor.redact("before " + secret + " after")).isEqualTo("before [redacted] after");
  }

  @Test
  void valuesGoAndNamesStay() {
    assertThat(redactor.redact("Authorization: Bearer abcdef0123456789abcdef"))
        .isEqualTo("Authorization: Bearer [redacted]");
    assertThat(redactor.redact("DB_PASSWORD=\"abc123abc123abc123\""))
        .isEqualTo("DB_PASSWORD=\"[redacted]\"");
    assertThat(redactor.redact("https://user:hunter2@example.org/"))
        .isEqualTo("https://user:[redacted]@example.org/");
    assertThat(
            redactor.redact(
                "-----BEGIN RSA PRIVATE KEY-----\nMIIEabcdefghijklmnop\n-----END RSA PRIVATE KEY-----"))
        .doesNotContain("MIIE")
        .contains("-----END");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "String token = getToken();", "password = readPassword(console)", "the secret: nothing",
        "int maxTokens = 4096;", "https://example.org/a@b", "task-force-one-is-a-long-name"
      })
  void ordinaryTextStays(String text) {
    assertThat(redactor.redact(text)).isEqualTo(text);
  }

  @Test
  void hostileTextsEndQuickly() {
    List<String> texts =
        List.of(
            "-----BEGIN PRIVATE KEY-----".repeat(3000),
            "a".repeat(200_000),
            "eyJ".repeat(50_000),
            "token=".repeat(30_000),
            "http://".repeat(30_000),
            "sk-".repeat(50_000),
            "bearer ".repeat(30_000));
    Assertions.assertTimeout(Duration.ofSeconds(20), () -> texts.forEach(redactor::redact));
  }

  @Property(tries = 300)
  void anyTextIsTaken(@ForAll String text) {
    assertThat(redactor.redact(text)).isNotNull();
  }
}
