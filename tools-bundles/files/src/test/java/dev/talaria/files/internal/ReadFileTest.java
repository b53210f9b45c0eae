package dev.talaria.files.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.talaria.api.ToolException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadFileTest {
  @TempDir Path temp;
  private Path work;
  private FileTools tools;
  private TestContext session;

  @BeforeEach
  void setUp() throws Exception {
    work = Files.createDirectories(temp.toRealPath().resolve("work"));
    tools = new FileTools(temp.toRealPath(), Map.of());
    session = TestContext.session(work);
  }

  @Test
  void listsLinesWithNumbers() throws Exception {
    Files.writeString(work.resolve("a.txt"), "\ufeffone\r\ntwo\n\nfour");
    ReadFile.Result result = tools.read(session, "a.txt");
    assertThat(result.content()).contains("1|one\n2|two\n3|\n4|four\n");
    assertThat(result.total_lines()).contains(4);
    assertThat(result.truncated()).contains(false);
    assertThat(result.path()).isEqualTo(work.resolve("a.txt").toString());
  }

  @Test
  void readsAPartAndSaysHowToGoOn() throws Exception {
    Files.writeString(work.resolve("a"), numbers(100));
    ReadFile.Result result = tools.read.call(new ReadFile.Args("a", 11, 5), session);
    assertThat(result.content()).contains("11|11\n12|12\n13|13\n14|14\n15|15\n");
    assertThat(result.truncated()).contains(true);
    assertThat(result.hint()).contains("Continue with offset=16.");
    assertThat(tools.read.call(new ReadFile.Args("a", 500, 5), session.next()).hint())
        .contains("The file has only 100 lines.");
  }

  @Test
  void anEmptyFileIsEmpty() throws Exception {
    Files.createFile(work.resolve("a"));
    ReadFile.Result result = tools.read(session, "a");
    assertThat(result.content()).contains("");
    assertThat(result.total_lines()).contains(0);
  }

  @Test
  void tooMuchAtOnceIsAnErrorThatSaysWhatToDo() throws Exception {
    Files.writeString(work.resolve("a"), "x".repeat(1500).concat("\n").repeat(100));
    assertThatThrownBy(() -> tools.read(session, "a"))
        .isInstanceOf(ToolException.class)
        .hasMessageContaining("offset and limit");
  }

  @Test
  void veryLongLinesAreCut() throws Exception {
    Files.writeString(work.resolve("a"), "x".repeat(1_000_000) + "\nshort\n");
    assertThat(tools.read(session, "a").content().orElseThrow())
        .contains("[998000 more characters in this line]")
        .contains("2|short");
  }

  @Test
  void binaryFilesAreRefused() throws Exception {
    Files.write(work.resolve("data"), new byte[] {65, 0, 66});
    Files.write(work.resolve("a.png"), new byte[] {65});
    assertThatThrownBy(() -> tools.read(session, "data")).hasMessageContaining("binary");
    assertThatThrownBy(() -> tools.read(session, "a.png")).hasMessageContaining("image");
  }

  @Test
  void aMissingFileNamesSimilarOnes() throws Exception {
    Files.createFile(work.resolve("README.md"));
    Files.createFile(work.resolve(".env"));
    assertThatThrownBy(() -> tools.read(session, "readme.txt"))
        .isInstanceOf(ToolException.class)
        .hasMessageContaining("README.md");
    assertThatThrownBy(() -> tools.read(session, ".emv")).hasMessageNotContaining(".env");
    assertThatThrownBy(() -> tools.read(session, "no/such/folder")).hasMessageContaining("no file");
  }

  @Test
  void aFolderIsNoFile() throws Exception {
    Files.createDirectories(work.resolve("sub"));
    assertThatThrownBy(() -> tools.read(session, "sub")).hasMessageContaining("is a folder");
    assertThatThrownBy(() -> tools.read(session, ".")).hasMessageContaining("is a folder");
  }

  @Test
  void withoutAWorkspaceItSaysToPassOne() {
    assertThatThrownBy(() -> tools.read(TestContext.session(), "a"))
        .isInstanceOf(ToolException.class)
        .hasMessageContaining("--workspace");
  }

  @Test
  void configuredRootsServeSessionsWithoutWorkspace() throws Exception {
    Path shared = Files.createDirectories(temp.toRealPath().resolve("shared"));
    Files.writeString(shared.resolve("a"), "x");
    tools =
        new FileTools(
            temp.toRealPath(), Map.of("roots", new String[] {shared.toString(), "relative"}));
    assertThat(tools.read(TestContext.session(), "a").content()).contains("1|x\n");
  }

  @Test
  void secretsAreRedactedAndNumbersStayTrue() throws Exception {
    Files.writeString(
        work.resolve("a"),
        "x\n-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG\nabcdefghijklmnop\n"
            + "-----END PRIVATE KEY-----\nafter\n");
    String content = tools.read(session, "a").content().orElseThrow();
    assertThat(content).doesNotContain("MIIE").doesNotContain("abcdefgh").contains("6|after");
  }

  @Test
  void anUnchangedFileIsNotSentTwice() throws Exception {
    Files.writeString(work.resolve("a"), "one");
    tools.read(session, "a");
    ReadFile.Result second = tools.read(session.next(), "a");
    assertThat(second.status()).contains("unchanged");
    assertThat(second.dedup()).isTrue();
    assertThat(second.content()).isEmpty();
    assertThatThrownBy(() -> tools.read(session.next(), "a")).hasMessageStartingWith("BLOCKED");
    session.next();
    assertThat(tools.read(session.next(), "a").status())
        .as("another call in between begins anew")
        .contains("unchanged");
  }

  @Test
  void aChangedFileOrAnotherPartIsSent() throws Exception {
    Files.writeString(work.resolve("a"), "one\ntwo\n");
    tools.read(session, "a");
    assertThat(tools.read.call(new ReadFile.Args("a", 2, 1), session.next()).content())
        .contains("2|two\n");
    Files.writeString(work.resolve("a"), "three\n");
    assertThat(tools.read(session.next(), "a").content()).contains("1|three\n");
    tools.write(session.next(), "a", "four\n");
    assertThat(tools.read(session.next(), "a").content()).contains("1|four\n");
    assertThat(tools.read(TestContext.session(work), "a").content()).contains("1|four\n");
  }

  @Test
  void readingInALoopIsWarnedAboutAndStopped() throws Exception {
    for (int i = 1; i <= 3; i++) {
      Files.writeString(work.resolve("a"), "x".repeat(i));
      ReadFile.Result result = tools.read(session.next(), "a");
      assertThat(result._warning().isPresent()).isEqualTo(i == 3);
    }
    Files.writeString(work.resolve("a"), "xxxxxx");
    assertThatThrownBy(() -> tools.read(session.next(), "a")).hasMessageStartingWith("BLOCKED");
  }

  private static String numbers(int last) {
    return IntStream.rangeClosed(1, last)
        .mapToObj(Integer::toString)
        .collect(Collectors.joining("\n"));
  }
}
