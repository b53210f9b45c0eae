package dev.talaria.pipeline.definition;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderNamesTest {
  @Test
  void anAliasIsReadableAndTheSameForEver() {
    assertThat(ProviderNames.alias("mcp__files__read.file", 0))
        .isEqualTo("mcp__files__read_file_" + "mxv0x7pauxs1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "A-z_09", "0"})
  void namesOfLettersDigitsAndLinesAreTaken(String name) {
    assertThat(ProviderNames.isTaken(name)).isTrue();
    assertThat(ProviderNames.isTaken("x".repeat(64))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a.b", "a b", "ä", "a/b", "a\n", "[", "@", "{", "`", "/", ":"})
  void othersAreNot(String name) {
    assertThat(ProviderNames.isTaken(name)).isFalse();
    assertThat(ProviderNames.isTaken("x".repeat(65))).isFalse();
  }

  @Property
  void anyNameHasAliasesThatProvidersTake(@ForAll String name) {
    String alias = ProviderNames.alias(name, 0);
    assertThat(ProviderNames.isTaken(alias)).isTrue();
    assertThat(ProviderNames.alias(name, 1)).isNotEqualTo(alias);
  }

  @Property
  void namesThatDifferHaveAliasesThatDiffer(@ForAll String one, @ForAll String other) {
    if (!one.equals(other)) {
      assertThat(ProviderNames.alias(one, 0)).isNotEqualTo(ProviderNames.alias(other, 0));
    }
  }
}
