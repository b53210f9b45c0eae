package dev.talaria.launcher.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.talaria.launcher.errors.RefusedException;
import dev.talaria.launcher.home.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileConfigTest {
  @TempDir private Path folder;
  private Home home;
  private FileConfig config;

  @BeforeEach
  void make() throws IOException {
    home = new Home(folder.toRealPath());
    Files.createDirectories(home.etc());
    config = new FileConfig(home, Map.of("NAME", "value")::get);
  }

  private Path file(String name) {
    return home.etc().resolve(name);
  }

  @Test
  void aChangeKeepsCommentsAndOrder() throws Exception {
    Files.writeString(file("a.b.cfg"), "# why\nx = 1\ny=2\n");

    config.update("a.b", Map.of("x", List.of("3"), "z", List.of("p", "q")), Set.of("y"));

    assertThat(Files.readString(file("a.b.cfg"))).startsWith("# why\nx = 3\n").doesNotContain("y=");
    assertThat(config.get("a.b").orElseThrow().values())
        .containsEntry("x", List.of("3"))
        .containsEntry("z", List.of("p", "q"));
  }

  @Test
  void aFileThatCannotBeReadIsAProblemAndIsNotOverwritten() throws Exception {
    Files.writeString(file("a.b.cfg"), "no equals sign\n");

    assertThat(config.get("a.b").orElseThrow().problems())
        .singleElement()
        .asString()
        .contains("line 1");
    assertThatThrownBy(() -> config.update("a.b", Map.of("x", List.of("1")), Set.of()))
        .isInstanceOf(RefusedException.class);
    assertThat(Files.readString(file("a.b.cfg"))).isEqualTo("no equals sign\n");
  }

  @Test
  void aKeyThatLooksLikeAClosingOneIsRefusedAndInAFileAProblem() throws Exception {
    String pid = "dev.talaria.toolsets";
    assertThatThrownBy(() -> config.update(pid, Map.of("disable", List.of("web")), Set.of()))
        .isInstanceOf(RefusedException.class)
        .hasMessageContainingAll("disable", "write disabled", "nothing was changed");
    assertThat(file(pid + ".cfg")).doesNotExist();

    Files.writeString(file(pid + ".cfg"), "# mine\nDisabled = web\n");
    assertThat(config.get(pid).orElseThrow().problems())
        .singleElement()
        .asString()
        .contains("line 2", "Disabled");
  }

  @Test
  void thePolicyIsOpenOnlyWhenItSaysSoExactly() throws Exception {
    for (String text : List.of("TRUE", "1", "yes", "true,")) {
      Files.writeString(file("dev.talaria.registry.cfg"), "allow_tool_override=" + text + "\n");

      assertThat(config.policy()).extracting(PolicyValue::effective).containsExactly("false");
    }
    Files.writeString(file("dev.talaria.registry.cfg"), "allow_tool_override=true\n");

    assertThat(config.policy()).extracting(PolicyValue::effective).containsExactly("true");
  }

  @Test
  void aPidDoesNotLeadOutOfTheFolder() throws Exception {
    config.update("../x", Map.of("k", List.of("v")), Set.of());

    try (var files = Files.list(home.root())) {
      assertThat(files).containsExactly(home.etc());
    }
  }
}
