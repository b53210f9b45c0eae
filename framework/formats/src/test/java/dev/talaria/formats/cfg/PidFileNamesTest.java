package dev.talaria.formats.cfg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PidFileNamesTest {
  @Test
  void namesAFileAfterItsPid() {
    assertThat(PidFileNames.fileName("dev.talaria.registry")).isEqualTo("dev.talaria.registry.cfg");
    assertThat(PidFileNames.fileName("dev.talaria.plugin~dev.talaria.weather"))
        .isEqualTo("dev.talaria.plugin~dev.talaria.weather.cfg");
    assertThat(PidFileNames.factoryPid("dev.talaria.plugin~a~b")).contains("dev.talaria.plugin");
    assertThat(PidFileNames.factoryPid("dev.talaria.registry")).isEmpty();
    assertThat(PidFileNames.factoryPid("~a")).isEmpty();
  }

  @Test
  void leavesTheFolderForNoPid() {
    assertThat(PidFileNames.fileName("../../etc/passwd")).isEqualTo("%2E.%2F..%2Fetc%2Fpasswd.cfg");
    assertThat(PidFileNames.fileName("..")).isEqualTo("%2E..cfg");
    assertThat(PidFileNames.fileName("a\u0000\\")).isEqualTo("a%00%5C.cfg");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a.txt",
        ".cfg",
        ".hidden.cfg",
        "a%2f.cfg",
        "a%41.cfg",
        "a%4.cfg",
        "a b.cfg",
        "é.cfg",
        "a%ff.cfg",
        "a%",
        "a.cfg~",
        "%2E%2E.cfg"
      })
  void takesNoOtherName(String name) {
    assertThat(PidFileNames.pid(name)).isEmpty();
  }

  @Test
  void refusesAPidWithoutAFile() {
    assertThatThrownBy(() -> PidFileNames.fileName(""))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> PidFileNames.fileName("\uD800"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> PidFileNames.fileName("x".repeat(300)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
