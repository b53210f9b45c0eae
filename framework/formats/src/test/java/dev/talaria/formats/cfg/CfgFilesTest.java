package dev.talaria.formats.cfg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CfgFilesTest {
  @TempDir Path folder;

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void makesANewFileForItsOwnerOnly() throws IOException {
    Path file = folder.resolve("a.cfg");
    CfgFiles.write(file, bytes("a = 1\n"));
    assertThat(file).hasContent("a = 1\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void keepsTheModeOfAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("a.cfg"), "a = 1\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    CfgFiles.write(file, bytes("a = 2\n"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-r-----");
  }

  @Test
  void writesTheTargetOfALink() throws IOException {
    Path target = Files.writeString(folder.resolve("real"), "a = 1\n");
    Path link = Files.createSymbolicLink(folder.resolve("a.cfg"), target);
    CfgFiles.write(link, bytes("a = 2\n"));
    assertThat(link).isSymbolicLink();
    assertThat(target).hasContent("a = 2\n");
  }

  @Test
  void leavesTheOldContentWhenWritingFails() throws IOException {
    Path file = Files.createDirectory(folder.resolve("a.cfg"));
    Path inside = Files.writeString(file.resolve("inside"), "kept");
    assertThatThrownBy(() -> CfgFiles.write(file, bytes("a = 2\n")))
        .isInstanceOf(IOException.class);
    assertThat(inside).hasContent("kept");
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void replacesOnlyWhatItWasBasedOn() throws IOException {
    Path file = Files.writeString(folder.resolve("a.cfg"), "a = 1\n");
    assertThat(CfgFiles.replace(file, bytes("a = 0\n"), bytes("a = 2\n"))).isFalse();
    assertThat(CfgFiles.replace(file, null, bytes("a = 2\n"))).isFalse();
    assertThat(file).hasContent("a = 1\n");
    assertThat(CfgFiles.replace(file, bytes("a = 1\n"), bytes("a = 2\n"))).isTrue();
    assertThat(file).hasContent("a = 2\n");
    assertThat(CfgFiles.replace(folder.resolve("b.cfg"), null, bytes("b = 1\n"))).isTrue();
    assertThat(folder.resolve("b.cfg")).hasContent("b = 1\n");
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void refusesWhatIsNoFileOrTooLong() throws IOException {
    Path longFile = Files.write(folder.resolve("b.cfg"), new byte[CfgFiles.MAX_BYTES + 1]);
    assertThatThrownBy(() -> CfgFiles.readBytes(longFile)).hasMessageContaining("longer than");
    assertThatThrownBy(() -> CfgFiles.readBytes(folder)).hasMessageContaining("no regular file");
  }

  @Test
  void aLinkToNothingIsNoMissingFile() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("a.cfg"), folder.resolve("gone"));
    assertThatThrownBy(() -> CfgFiles.readBytes(link)).hasMessageContaining("a link to nothing");
    assertThatThrownBy(() -> CfgFiles.read("a.cfg", link))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("a link to nothing");
    assertThatThrownBy(() -> CfgFiles.replace(link, null, bytes("a = 1\n")))
        .isInstanceOf(IOException.class);
    assertThat(link).isSymbolicLink();
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }

  @Test
  void readsAMissingFileAsAnEmptyDocument() throws IOException {
    assertThat(CfgFiles.read("a.cfg", folder.resolve("a.cfg")).keys()).isEmpty();
  }
}
