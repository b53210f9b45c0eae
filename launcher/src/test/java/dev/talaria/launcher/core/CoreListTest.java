package dev.talaria.launcher.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.talaria.launcher.errors.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CoreListTest {
  @TempDir private Path folder;
  private Path bundles;
  private Path wanted;

  @BeforeEach
  void fill() throws IOException {
    bundles = Files.createDirectory(folder.resolve("bundles"));
    wanted = folder.resolve("core.txt");
    Files.writeString(bundles.resolve("api-1.0.jar"), "one");
    Files.writeString(bundles.resolve("mcp-server-2.1.jar"), "two");
    Files.writeString(wanted, "# two\n3 mcp-server\n\n1 api\n");
  }

  private void write() throws IOException {
    new CoreListWriter(wanted, bundles).write();
  }

  @Test
  void theListKeepsItsOrderLevelsAndHashes() throws Exception {
    write();
    CoreList list = CoreList.read(bundles);

    assertThat(list.entries())
        .extracting(CoreEntry::file)
        .containsExactly("mcp-server-2.1.jar", "api-1.0.jar");
    assertThat(list.entries()).extracting(CoreEntry::startLevel).containsExactly(3, 1);
    assertThat(list.lastStartLevel()).isEqualTo(3);
    list.verify();
  }

  @Test
  void theSameFilesGiveTheSameList() throws Exception {
    write();
    String first = Files.readString(bundles.resolve(CoreList.FILE));
    write();

    assertThat(Files.readString(bundles.resolve(CoreList.FILE))).isEqualTo(first);
  }

  @Test
  void aFileThatNobodyAskedForAndOneThatIsMissingBreakTheBuild() throws Exception {
    Files.writeString(bundles.resolve("stray-1.jar"), "x");

    assertThatThrownBy(this::write).isInstanceOf(IOException.class).hasMessageContaining("stray");

    Files.delete(bundles.resolve("stray-1.jar"));
    Files.writeString(wanted, "1 api\n2 mcp-server\n2 gone\n");

    assertThatThrownBy(this::write).isInstanceOf(IOException.class).hasMessageContaining("gone");
  }

  @Test
  void aChangedOrMissingFileIsNamed() throws Exception {
    write();
    CoreList list = CoreList.read(bundles);
    Files.writeString(bundles.resolve("api-1.0.jar"), "onE");

    assertThatThrownBy(list::verify)
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("api-1.0.jar")
        .hasMessageContaining("SHA-256");

    Files.delete(bundles.resolve("api-1.0.jar"));

    assertThatThrownBy(list::verify)
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("api-1.0.jar is missing");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1 api-1.0.jar",
        "0 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa api-1.0.jar",
        "1 aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa ../api-1.0.jar",
        "1 AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA api-1.0.jar"
      })
  void aLineThatIsNoneIsRefused(String line) throws Exception {
    Files.writeString(bundles.resolve(CoreList.FILE), line + "\n");

    assertThatThrownBy(() -> CoreList.read(bundles))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("line 1");
  }

  @Test
  void aFolderWithoutAListIsADamagedDistribution() {
    assertThatThrownBy(() -> CoreList.read(bundles))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("core.list is missing");
  }
}
