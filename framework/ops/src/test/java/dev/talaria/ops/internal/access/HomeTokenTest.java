package dev.talaria.ops.internal.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.talaria.ops.internal.clients.SecretHash;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HomeTokenTest {
  private static final String TOKEN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQ";

  @TempDir Path folder;

  private Path file(String content, String permissions) throws IOException {
    Path file = folder.resolve("token");
    Files.writeString(file, content);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    return file;
  }

  @Test
  void readsTheTokenWithoutItsLineEnd() throws IOException {
    assertThat(HomeToken.read(file(TOKEN + "\n", "rw-------"))).isEqualTo(SecretHash.of(TOKEN));
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw----r--", "rw--w----", "rw-r-----", "rw------x"})
  void refusesAFileThatOthersMayTouch(String permissions) throws IOException {
    Path file = file(TOKEN, permissions);
    assertThatThrownBy(() -> HomeToken.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(file.toString())
        .hasMessageNotContaining(TOKEN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "short", "abc def ghi jkl mno pqr stu vwx yz0 123 456 789"})
  void refusesWhatIsNoToken(String content) throws IOException {
    Path file = file(content, "rw-------");
    assertThatThrownBy(() -> HomeToken.read(file)).hasMessageContaining("is no token");
  }

  @Test
  void refusesALongFile() throws IOException {
    Path file = file(TOKEN.repeat(1000), "rw-------");
    assertThatThrownBy(() -> HomeToken.read(file)).hasMessageContaining("is no token");
  }

  @Test
  void refusesWhatIsNotThere() {
    assertThatThrownBy(() -> HomeToken.read(folder.resolve("none")))
        .hasMessageContaining("There is no file");
    assertThatThrownBy(() -> HomeToken.read(folder)).hasMessageContaining("There is no file");
  }

  @Test
  void hashesOfSecretsSayNothing() {
    assertThat(SecretHash.of(TOKEN)).hasToString("secret").isNotEqualTo(SecretHash.of(TOKEN + "x"));
  }
}
