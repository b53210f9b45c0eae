package dev.talaria.launcher.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.talaria.launcher.errors.RefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeTest {
  @TempDir private Path folder;

  @Test
  void theOptionGoesBeforeTheEnvironmentAndThatBeforeTheUsersHome() throws Exception {
    Path real = folder.toRealPath();

    assertThat(Home.locate(real + "/o", real + "/e", "/u").root()).isEqualTo(real.resolve("o"));
    assertThat(Home.locate(null, real + "/e", "/u").root()).isEqualTo(real.resolve("e"));
    assertThat(Home.locate(null, "", real.toString()).root()).isEqualTo(real.resolve(".talaria"));
    assertThatThrownBy(() -> Home.locate("", null, "/u")).isInstanceOf(RefusedException.class);
  }

  @Test
  void linksOnTheWayAreResolvedBeforeTheHomeExists() throws Exception {
    Path real = Files.createDirectory(folder.resolve("real")).toRealPath();
    Path link = Files.createSymbolicLink(folder.resolve("link"), real);

    assertThat(Home.locate(link + "/home", null, "/u").root()).isEqualTo(real.resolve("home"));
  }

  @Test
  void aNamedWorkspaceThatContainsTheHomeIsRefused() throws Exception {
    Home home = new Home(Files.createDirectories(folder.resolve("work/home")).toRealPath());
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("work"));

    assertThatThrownBy(() -> Workspace.named(folder.resolve("work").toString(), home))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("contains the home folder");
    assertThatThrownBy(() -> Workspace.named(link.toString(), home))
        .isInstanceOf(RefusedException.class);
    assertThatThrownBy(() -> Workspace.named(home.toString(), home))
        .isInstanceOf(RefusedException.class);
    assertThatThrownBy(() -> Workspace.named(folder.resolve("missing").toString(), home))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("does not exist");
  }

  @Test
  void aDefaultWorkspaceThatContainsTheHomeGivesNoneWithANote() throws Exception {
    Home home = new Home(Files.createDirectories(folder.resolve("work/home")).toRealPath());
    Path other = Files.createDirectory(folder.resolve("other")).toRealPath();

    Workspace none = Workspace.byDefault(folder.resolve("work"), home);

    assertThat(none.folder()).isEmpty();
    assertThat(none.note()).contains("--workspace DIR");
    assertThat(Workspace.byDefault(other, home).folder()).contains(other);
  }
}
