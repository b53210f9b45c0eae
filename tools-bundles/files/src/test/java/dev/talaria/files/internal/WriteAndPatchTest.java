package dev.talaria.files.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.talaria.api.ToolException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WriteAndPatchTest {
  @TempDir Path temp;
  private Path work;
  private FileTools tools;
  private TestContext session;

  @BeforeEach
  void setUp() throws Exception {
    work = Files.createDirectories(temp.toRealPath().resolve("work"));
    tools = new FileTools(temp.toRealPath(), Map.of("max__write__bytes", 100_000));
    session = TestContext.session(work);
  }

  @Test
  void makesAFileWithItsFolders() throws Exception {
    WriteFile.Result result = tools.write(session, "a/b/c.txt", "héllo\n");
    assertThat(work.resolve("a/b/c.txt")).hasContent("héllo\n");
    assertThat(result.created()).isTrue();
    assertThat(result.bytes_written()).isEqualTo(7);
    assertThat(result.resolved_path()).isEqualTo(work.resolve("a/b/c.txt").toString());
    assertThat(result.diff()).isEmpty();
  }

  @Test
  void replacesAFileKeepsItsModeAndLeavesNothingBehind() throws Exception {
    Path file = Files.writeString(work.resolve("run.sh"), "one\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-x--x"));
    WriteFile.Result result = tools.write(session, "run.sh", "two\n");
    assertThat(file).hasContent("two\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rwxr-x--x");
    assertThat(result.diff().orElseThrow()).contains("-one", "+two", "a/run.sh");
    try (Stream<Path> all = Files.list(work)) {
      assertThat(all).containsExactly(file);
    }
  }

  @Test
  void aHardLinkElsewhereKeepsTheOldContent() throws Exception {
    Path outside = Files.writeString(temp.resolve("outside"), "old");
    Files.createLink(work.resolve("link"), outside);
    tools.write(session, "link", "new");
    assertThat(outside).hasContent("old");
  }

  @Test
  void refusesAListingOfReadFile() {
    assertThatThrownBy(() -> tools.write(session, "a", "1|one\n2|two\n"))
        .isInstanceOf(ToolException.class)
        .hasMessageContaining("line numbers");
    assertThatThrownBy(() -> tools.write(session, "a", " 41|x\n 42|y"))
        .isInstanceOf(ToolException.class);
  }

  @Test
  void textsThatOnlyLookABitLikeAListingAreWritten() throws Exception {
    for (String text : List.of("1|one\n", "1|one\n3|three\n", "1|one\ntext\n", "1|a|b\n1|c|d\n")) {
      tools.write(session.next(), "a", text);
      assertThat(work.resolve("a")).hasContent(text);
    }
  }

  @Test
  void tooMuchAndFoldersAreRefused() throws Exception {
    Files.createDirectories(work.resolve("sub"));
    assertThatThrownBy(() -> tools.write(session, "a", "x".repeat(100_001)))
        .hasMessageContaining("100000");
    assertThatThrownBy(() -> tools.write(session, "sub", "x")).hasMessageContaining("folder");
    assertThatThrownBy(() -> tools.write(session, ".", "x")).hasMessageContaining("folder");
    Files.createFile(work.resolve("file"));
    assertThatThrownBy(() -> tools.write(session, "file/x", "x")).isInstanceOf(ToolException.class);
  }

  @Test
  void warnsWhenTheFileChangedSinceItWasRead() throws Exception {
    Files.writeString(work.resolve("a"), "one");
    tools.read(session, "a");
    Files.writeString(work.resolve("a"), "changed by somebody else");
    assertThat(tools.write(session.next(), "a", "two")._warning().orElseThrow())
        .contains("changed since");
    assertThat(tools.write(session.next(), "a", "three")._warning()).isEmpty();
  }

  @Test
  void patchesWhatStandsExactlyOnce() throws Exception {
    Files.writeString(work.resolve("a"), "one\ntwo\nthree\n");
    Patch.Result result = tools.patch(session, "a", "two", "2");
    assertThat(work.resolve("a")).hasContent("one\n2\nthree\n");
    assertThat(result.matched()).isEqualTo("exact");
    assertThat(result.diff()).contains("-two", "+2");
  }

  @Test
  void anAmbiguousPassageIsCountedUnlessAllAreMeant() throws Exception {
    Files.writeString(work.resolve("a"), "x\nx\nx\n");
    assertThatThrownBy(() -> tools.patch(session, "a", "x", "y"))
        .hasMessageContaining("3 times")
        .hasMessageContaining("replace_all");
    assertThat(tools.patch(session, "a", "x", "y", true).replacements()).isEqualTo(3);
    assertThat(work.resolve("a")).hasContent("y\ny\ny\n");
  }

  @Test
  void whiteSpaceMayDifferAndTheIndentIsKept() throws Exception {
    Files.writeString(work.resolve("a"), "class A {\n\tvoid  f() {\n\t\tg();\n\t}\n}\n");
    Patch.Result result =
        tools.patch(session, "a", "void f() {\n    g();\n}", "void f() {\n\th();\n}");
    assertThat(result.matched()).isEqualTo("whitespace");
    assertThat(Files.readString(work.resolve("a")))
        .isEqualTo("class A {\n\tvoid f() {\n\t\th();\n\t}\n}\n");
  }

  @Test
  void lineEndsOfTheFileAreKept() throws Exception {
    Files.writeString(work.resolve("a"), "one\r\ntwo\r\nthree\r\n");
    tools.patch(session, "a", "one\ntwo", "1\n2");
    assertThat(Files.readString(work.resolve("a"))).isEqualTo("1\r\n2\r\nthree\r\n");
    Files.writeString(work.resolve("b"), "one\r\ntwo\nthree\r\n  four");
    tools.patch(session, "b", "two\n three", "2\n3");
    assertThat(Files.readString(work.resolve("b"))).isEqualTo("one\r\n2\r\n3\r\n  four");
  }

  @Test
  void failuresAreClearAndAdviceGetsMoreUrgent() throws Exception {
    Files.writeString(work.resolve("a"), "text");
    assertThatThrownBy(() -> tools.patch(session, "a", "nothing", "x"))
        .hasMessageContaining("does not stand")
        .hasMessageNotContaining("Hint");
    assertThatThrownBy(() -> tools.patch(session, "a", "nothing", "x"))
        .hasMessageNotContaining("Hint");
    assertThatThrownBy(() -> tools.patch(session, "a", "nothing", "x"))
        .hasMessageContaining("Hint: 3");
    assertThatThrownBy(() -> tools.patch(session, "a", "nothing", "x"))
        .hasMessageContaining("Hint");
    assertThatThrownBy(() -> tools.patch(session, "a", "nothing", "x"))
        .hasMessageContaining("write_file");
    tools.patch(session, "a", "text", "other");
    assertThatThrownBy(() -> tools.patch(session, "a", "nothing", "x"))
        .hasMessageNotContaining("Hint");
  }

  @Test
  void wrongPatchesAreRefused() throws Exception {
    Files.write(work.resolve("latin"), "caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
    assertThatThrownBy(() -> tools.patch(session, "latin", "caf", "x"))
        .hasMessageContaining("UTF-8");
    assertThatThrownBy(() -> tools.patch(session, "none", "a", "b"))
        .hasMessageContaining("no file");
    assertThatThrownBy(() -> tools.patch(session, "none", "", "b")).hasMessageContaining("empty");
    assertThatThrownBy(() -> tools.patch(session, "none", "a", "a")).hasMessageContaining("same");
    Patch.Args v4a =
        new Patch.Args(
            Patch.Mode.patch,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            false,
            Optional.of("*** Begin Patch"));
    assertThatThrownBy(() -> tools.patch.call(v4a, session)).hasMessageContaining("mode=replace");
    Patch.Args incomplete =
        new Patch.Args(
            Patch.Mode.replace,
            Optional.of("a"),
            Optional.empty(),
            Optional.of("x"),
            false,
            Optional.empty());
    assertThatThrownBy(() -> tools.patch.call(incomplete, session))
        .hasMessageContaining("'old_string'");
  }

  @Test
  void hugeRewritesHaveNoDiffButAnEnd() throws Exception {
    tools.write(session, "a", "a\n".repeat(20_000));
    assertThat(tools.write(session.next(), "a", "b\n".repeat(20_000)).diff().orElseThrow())
        .startsWith("(no diff");
  }

  /** Patches of one file from many sessions at once: none is lost, no reader sees half of one. */
  @Test
  void concurrentPatchesLoseNothing() throws Exception {
    int writers = 8;
    int each = 15;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < writers * each; i++) {
      text.append("<").append(i).append(">\n");
    }
    Files.writeString(work.resolve("a"), text.toString());
    ExecutorService pool = Executors.newFixedThreadPool(writers);
    try {
      List<Callable<Void>> tasks = new ArrayList<>();
      for (int w = 0; w < writers; w++) {
        int from = w * each;
        tasks.add(
            () -> {
              TestContext own = TestContext.session(work);
              for (int i = from; i < from + each; i++) {
                tools.patch(own.next(), "a", "<" + i + ">", "[" + i + "]");
                assertThat(Files.readString(work.resolve("a")).lines().count())
                    .isEqualTo(writers * each);
              }
              return null;
            });
      }
      for (Future<Void> done : pool.invokeAll(tasks, 60, TimeUnit.SECONDS)) {
        done.get();
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(Files.readString(work.resolve("a")))
        .isEqualTo(text.toString().replace('<', '[').replace('>', ']'));
  }
}
