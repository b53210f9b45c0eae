package dev.talaria.guard.paths;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GlobTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "*.java | A.java | true",
        "*.java | a/A.java | false",
        "**/*.java | A.java | true",
        "**/*.java | a/b/A.java | true",
        "src/**/x | src/x | true",
        "src/**/x | src/a/b/x | true",
        "src/**/x | a/src/x | false",
        "*.{ts,tsx} | a.tsx | true",
        "*.{ts,tsx} | a.js | false",
        "a?c | abc | true",
        "a?c | ac | false",
        "[a-c]x | bx | true",
        "[!a-c]x | bx | false",
        "*a*b*c | xxaxxbxxc | true",
        "*a*b*c | xxaxxbxx | false",
        "a[ | a[ | true",
        "A | a | false"
      })
  void matches(String glob, String text, boolean expected) {
    assertThat(Glob.of(glob).matches(text)).isEqualTo(expected);
  }

  @Test
  void hostilePatternsEndQuickly() {
    Glob stars = Glob.of("*a".repeat(200) + "b");
    Assertions.assertTimeout(
        Duration.ofSeconds(5), () -> assertThat(stars.matches("a".repeat(5000))).isFalse());
    assertThatThrownBy(() -> Glob.of("{a,b}".repeat(20)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Glob.of(" ")).isInstanceOf(IllegalArgumentException.class);
  }

  @Property(tries = 500)
  void anyPatternIsReadOrRefused(
      @ForAll @StringLength(max = 30) String pattern, @ForAll @StringLength(max = 30) String text) {
    try {
      Glob.of(pattern).matches(text);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageStartingWith("A glob");
    }
  }
}
