package dev.talaria.registry.internal.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class NameGlobTest {
  @Property
  void agreesWithTheRegularExpressionOfTheSameMeaning(
      @ForAll("globs") String glob, @ForAll("names") String name) {
    Pattern pattern = Pattern.compile(glob.replace("?", ".").replace("*", ".*"));
    assertThat(new NameGlob(glob).matches(name)).isEqualTo(pattern.matcher(name).matches());
  }

  @Provide
  Arbitrary<String> globs() {
    return Arbitraries.strings().withChars("ab_*?").ofMaxLength(6);
  }

  @Provide
  Arbitrary<String> names() {
    return Arbitraries.strings().withChars("ab_").ofMaxLength(6);
  }
}
