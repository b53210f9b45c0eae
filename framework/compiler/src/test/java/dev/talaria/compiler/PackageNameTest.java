package dev.talaria.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import javax.lang.model.SourceVersion;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PackageNameTest {
  @ParameterizedTest
  @CsvSource({
    "source.Greet,source.Greet",
    "source.a_name-with_2,source.a_name_with_2",
    "source.1st,source._1st",
    "source.class,source._class",
    "source._,source.__",
    "source.a.new,source.a._new"
  })
  void everySymbolicNameGivesOneThatAPackageMayHave(String symbolicName, String name) {
    assertThat(PackageName.of(symbolicName)).isEqualTo(name);
    assertThat(SourceVersion.isName(name)).isTrue();
  }
}
