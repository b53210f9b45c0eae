package dev.talaria.files.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.talaria.files.internal.search.Match;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchFilesTest {
  @TempDir Path temp;
  private Path work;
  private FileTools tools;
  private TestContext session;

  @BeforeEach
  void setUp() throws Exception {
    work = Files.createDirectories(temp.toRealPath().resolve("work"));
    tools =
        new FileTools(
            temp.toRealPath(), Map.of("max__search__bytes", 100_000L, "search__seconds", 2));
    session = TestContext.session(work);
    put("src/A.java", "class A {\n  interface Tool {}\n}\n");
    put("src/deep/B.java", "interface Tool\nnothing\n");
    put("README.md", "The interface Tool is here. interface Tool\n");
    put(".git/config", "interface Tool\n");
    put(".env", "interface Tool\n");
    put("sub/.ssh/id", "interface Tool\n");
    Files.write(work.resolve("data"), new byte[] {0, 1, 2});
    Files.createSymbolicLink(work.resolve("link.java"), work.resolve("src/A.java"));
    Path outside = Files.createDirectories(temp.toRealPath().resolve("outside"));
    Files.writeString(outside.resolve("C.java"), "interface Tool\n");
    Files.createSymbolicLink(work.resolve("out"), outside);
  }

  private void put(String path, String content) throws Exception {
    Path file = work.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
  }

  @Test
  void findsLinesInOrderAndLeavesTheDeniedOut() throws Exception {
    SearchFiles.Result result = tools.search.call(FileTools.content("interface Tool"), session);
    assertThat(result.matches().orElseThrow())
        .extracting(Match::path, Match::line)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("README.md", 1),
            org.assertj.core.groups.Tuple.tuple("src/A.java", 2),
            org.assertj.core.groups.Tuple.tuple("src/deep/B.java", 1));
    assertThat(result.total()).isEqualTo(3);
    assertThat(result.truncated()).isFalse();
    assertThat(result._omitted()).contains(2);
  }

  @Test
  void givesFilesAndCounts() throws Exception {
    SearchFiles.Args files = with(SearchFiles.OutputMode.files_only, 50, 0, 0);
    assertThat(tools.search.call(files, session).files().orElseThrow())
        .containsExactly("README.md", "src/A.java", "src/deep/B.java");
    SearchFiles.Args counts = with(SearchFiles.OutputMode.count, 50, 0, 0);
    assertThat(tools.search.call(counts, session.next()).counts().orElseThrow())
        .containsEntry("README.md", 1)
        .hasSize(3);
  }

  @Test
  void pagesAndShowsContext() throws Exception {
    SearchFiles.Result first =
        tools.search.call(with(SearchFiles.OutputMode.content, 1, 1, 1), session);
    assertThat(first.matches().orElseThrow()).hasSize(1);
    Match match = first.matches().get().get(0);
    assertThat(match.path()).isEqualTo("src/A.java");
    assertThat(match.before()).contains(List.of("class A {"));
    assertThat(match.after()).contains(List.of("}"));
    assertThat(first.total()).isEqualTo(3);
    assertThat(first.truncated()).isTrue();
    assertThat(first.hint().orElseThrow()).contains("offset=2");
  }

  @Test
  void findsFilesByName() throws Exception {
    assertThat(tools.search.call(FileTools.names("*.java"), session).files().orElseThrow())
        .containsExactly("src/A.java", "src/deep/B.java");
    assertThat(tools.search.call(FileTools.names("src/*.java"), session).files().orElseThrow())
        .containsExactly("src/A.java");
    assertThat(tools.search.call(FileTools.names("**/d*/*"), session).files().orElseThrow())
        .containsExactly("src/deep/B.java");
    assertThat(tools.search.call(FileTools.names("*env*"), session).files().orElseThrow())
        .isEmpty();
  }

  @Test
  void limitsToAGlobAFolderOrAFile() throws Exception {
    assertThat(
            tools
                .search
                .call(search("interface", "src", Optional.of("B*")), session)
                .matches()
                .orElseThrow())
        .extracting(Match::path)
        .containsExactly("src/deep/B.java");
    assertThat(
            tools.search.call(search("interface", "README.md", Optional.empty()), session).total())
        .isEqualTo(1);
  }

  @Test
  void wrongRequestsAreExplained() {
    assertThatThrownBy(() -> tools.search.call(FileTools.content("a("), session))
        .hasMessageContaining("regular expression");
    assertThatThrownBy(() -> tools.search.call(search("x", "none", Optional.empty()), session))
        .hasMessageContaining("no file or folder");
    assertThatThrownBy(
            () -> tools.search.call(search("x", "../outside", Optional.empty()), session))
        .hasMessageContaining("outside the workspace");
    assertThatThrownBy(() -> tools.search.call(search("x", "out", Optional.empty()), session))
        .hasMessageContaining("outside the workspace");
    assertThatThrownBy(() -> tools.search.call(search("x", ".env", Optional.empty()), session))
        .hasMessageContaining("may not be read");
  }

  @Test
  void aHostileExpressionEndsInTime() throws Exception {
    put("evil", "a".repeat(5000) + "\n");
    // How the JDK fares with these differs: found quickly, out of stack, or out of time.
    for (String pattern : List.of("(a+)+b", "(a|a)*b", "(a|aa)+$b", "(.*a){25}b")) {
      SearchFiles.Args args = search(pattern, "evil", Optional.empty());
      Assertions.assertTimeout(
          Duration.ofSeconds(20),
          () -> {
            try {
              assertThat(tools.search.call(args, session.next()).total()).isZero();
            } catch (dev.talaria.api.ToolException e) {
              assertThat(e).hasMessageContaining("too complex");
            }
          });
    }
    // No loop of groups to remember, no recursion: 5000 to the fifth steps without a limit.
    SearchFiles.Args endless = search("a*a*a*a*a*b", "evil", Optional.empty());
    Assertions.assertTimeout(
        Duration.ofSeconds(20),
        () ->
            assertThat(tools.search.call(endless, session.next()).hint().orElseThrow())
                .contains("the time was over"));
  }

  @Test
  void cancellationEndsASearch() throws Exception {
    TestContext cancelled = session.next();
    cancelled.cancel();
    SearchFiles.Result result = tools.search.call(FileTools.content("interface"), cancelled);
    assertThat(result.truncated()).isTrue();
    assertThat(result.hint().orElseThrow()).contains("the time was over");
  }

  @Test
  void largeFilesAreSkippedAndSaidSo() throws Exception {
    put("large", "interface Tool\n".repeat(10_000));
    SearchFiles.Result result = tools.search.call(FileTools.content("interface Tool"), session);
    assertThat(result.total()).isEqualTo(3);
    assertThat(result.hint().orElseThrow()).contains("1 files were too large");
  }

  @Test
  void searchingInALoopIsStopped() throws Exception {
    for (int i = 1; i <= 3; i++) {
      SearchFiles.Result result = tools.search.call(FileTools.content("x"), session.next());
      assertThat(result._warning().isPresent()).isEqualTo(i == 3);
    }
    assertThatThrownBy(() -> tools.search.call(FileTools.content("x"), session.next()))
        .hasMessageStartingWith("BLOCKED");
  }

  @Test
  void secretsInLinesAreRedacted() throws Exception {
    put("conf", "here: AKIAABCDEFGHIJKLMNOP\n");
    assertThat(
            tools
                .search
                .call(search("here", "conf", Optional.empty()), session)
                .matches()
                .orElseThrow()
                .get(0)
                .text())
        .isEqualTo("here: [redacted]");
  }

  private static SearchFiles.Args search(String pattern, String path, Optional<String> glob) {
    return new SearchFiles.Args(
        pattern, SearchFiles.Target.content, path, glob, 50, 0, SearchFiles.OutputMode.content, 0);
  }

  private static SearchFiles.Args with(
      SearchFiles.OutputMode mode, int limit, int offset, int context) {
    return new SearchFiles.Args(
        "interface Tool",
        SearchFiles.Target.content,
        ".",
        Optional.empty(),
        limit,
        offset,
        mode,
        context);
  }
}
