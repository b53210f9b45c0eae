package dev.talaria.launcher.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.talaria.launcher.errors.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HomeFolderTest {
  @TempDir private Path folder;
  private Home home;

  @BeforeEach
  void locate() {
    home = Home.locate(folder.resolve("a/home").toString(), null, "/nowhere");
  }

  private void prepare() {
    new HomeFolder(home).prepare();
  }

  private static void mode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  private static String modeOf(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void theFirstUseMakesItForItsOwnerOnly() throws Exception {
    prepare();

    assertThat(modeOf(home.root())).isEqualTo("rwx------");
    for (Path part : home.folders()) {
      assertThat(modeOf(part)).isEqualTo("rwx------");
    }
    assertThat(home.deploy()).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({
    "'', rwxrwx---",
    "'', rwx----w-",
    "deploy, rwxrwxr-x",
    "etc, rwx---rwx",
    "data, rwx-w----",
    "logs, rwxrwxrwx"
  })
  void aPartThatOthersMayWriteToIsRefusedWithTheCommandToMendIt(String part, String mode)
      throws Exception {
    prepare();
    Path path = part.isEmpty() ? home.root() : home.root().resolve(part);
    mode(path, mode);

    assertThatThrownBy(this::prepare)
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("chmod go-w '" + path + "'");
  }

  @Test
  void aFileThatEverybodyMayWriteToIsRefusedEvenInAClosedHome() throws Exception {
    prepare();
    Path jar = Files.createFile(home.deploy().resolve("x.jar"));
    mode(jar, "rw-rw-rw-");

    assertThatThrownBy(this::prepare)
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("x.jar");
  }

  @Test
  void theGroupsBitOfAFileCountsOnlyWhereTheGroupReachesTheFile() throws Exception {
    prepare();
    Path jar = Files.createFile(home.deploy().resolve("x.jar"));
    mode(jar, "rw-rw-r--");

    assertThatCode(this::prepare).doesNotThrowAnyException();

    mode(home.root(), "rwxr-xr-x");
    mode(home.deploy(), "rwxr-xr-x");

    assertThatThrownBy(this::prepare)
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("x.jar");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----"})
  void aTokenThatOthersCanOpenIsRefused(String mode) throws Exception {
    prepare();
    HomeToken.ensure(home);
    mode(home.token(), mode);

    assertThatThrownBy(this::prepare)
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("chmod 600 '" + home.token() + "'");
  }

  @Test
  void aTokenThatIsALinkIsRefused() throws Exception {
    prepare();
    Files.createSymbolicLink(home.token(), Files.createFile(folder.resolve("elsewhere")));

    assertThatThrownBy(this::prepare)
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("not a plain file");
  }

  @Test
  void aFileInPlaceOfTheHomeOrAPartIsNamed() throws Exception {
    Files.createDirectories(home.root());
    Files.createFile(home.root().resolve("data"));

    assertThatThrownBy(this::prepare)
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(home.data() + " is not a folder");

    Home file = new Home(Files.createFile(folder.resolve("file")));

    assertThatThrownBy(() -> new HomeFolder(file).prepare())
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining(file + " is not a folder");
  }

  @Test
  void aDanglingLinkInDeployIsNoReasonToRefuse() throws Exception {
    prepare();
    Files.createSymbolicLink(home.deploy().resolve("gone.jar"), Path.of("nowhere"));

    assertThatCode(this::prepare).doesNotThrowAnyException();
  }

  @Test
  void theTokenIsMadeOnceAndForItsOwnerOnly() throws Exception {
    prepare();
    HomeToken.ensure(home);
    String token = HomeToken.read(home);
    HomeToken.ensure(home);

    assertThat(token).matches("[A-Za-z0-9_-]{43}").isEqualTo(HomeToken.read(home));
    assertThat(modeOf(home.token())).isEqualTo("rw-------");
  }

  @Test
  void aTokenFileWithoutATokenIsRefused() throws Exception {
    prepare();
    Files.writeString(home.token(), "\n");
    mode(home.token(), "rw-------");

    assertThatThrownBy(() -> HomeToken.ensure(home))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("holds no token");
  }
}
