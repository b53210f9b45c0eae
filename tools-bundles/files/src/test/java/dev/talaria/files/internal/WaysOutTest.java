package dev.talaria.files.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.talaria.api.ToolException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a model would try that wants out of its workspace, or at the runtime. */
class WaysOutTest {
  private static final String SECRET = "the secret outside";

  @TempDir Path temp;
  private Path work;
  private FileTools tools;
  private TestContext session;

  @BeforeEach
  void setUp() throws Exception {
    Path base = temp.toRealPath();
    work = Files.createDirectories(base.resolve("work"));
    Files.createDirectories(base.resolve("home"));
    Files.writeString(base.resolve("home/token"), SECRET);
    Files.createDirectories(work.resolve("dist/bundles"));
    Files.writeString(work.resolve("dist/bundles/core.list"), SECRET);
    Files.writeString(base.resolve("outside"), SECRET);
    Files.createSymbolicLink(work.resolve("file-link"), base.resolve("outside"));
    Files.createSymbolicLink(work.resolve("folder-link"), base);
    Files.createSymbolicLink(work.resolve("new-link"), base.resolve("created-outside"));
    Files.createSymbolicLink(work.resolve("home-link"), Path.of("../home"));
    Files.createLink(work.resolve("second-name"), base.resolve("home/token"));
    tools = new FileTools(base, Map.of("deny", new String[] {"*.key", "/etc"}));
    session = TestContext.session(work);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../outside",
        "../home/token",
        "file-link",
        "folder-link/outside",
        "folder-link/home/token",
        "new-link",
        "home-link/token",
        "second-name",
        "home-link/etc/dev.talaria.registry.cfg",
        "x/../../outside",
        "./folder-link/../work/../outside",
        "/etc/passwd",
        "/etc/hosts",
        "/proc/self/environ",
        "/proc/self/cmdline",
        "/proc/self/root/etc/passwd",
        "/proc/self/cwd/pom.xml",
        "/dev/stdin",
        "/dev/fd/0",
        "~/.ssh/id_rsa",
        "dist/bundles/core.list",
        "dist/bin/talaria",
        "DIST/bin/talaria",
        "server.key",
        ".env",
        ".env.production",
        "a/.ssh/config",
        ".npmrc"
      })
  void isClosedForReadingWritingPatchingAndSearching(String path) throws Exception {
    assertThatThrownBy(() -> tools.read(session.next(), path)).isInstanceOf(ToolException.class);
    assertThatThrownBy(() -> tools.write(session.next(), path, "x"))
        .isInstanceOf(ToolException.class);
    assertThatThrownBy(() -> tools.patch(session.next(), path, "the", "x"))
        .isInstanceOf(ToolException.class);
    SearchFiles.Args search =
        new SearchFiles.Args(
            "secret",
            SearchFiles.Target.content,
            path,
            Optional.empty(),
            50,
            0,
            SearchFiles.OutputMode.content,
            0);
    assertThatThrownBy(() -> tools.search.call(search, session.next()))
        .isInstanceOf(ToolException.class);
    assertThat(temp.resolve("created-outside")).doesNotExist();
    assertThat(temp.resolve("outside")).hasContent(SECRET);
  }

  @ParameterizedTest
  @ValueSource(strings = {".git/hooks/pre-commit", ".git/config", "sub/.git/hooks/post-checkout"})
  void nothingIsWrittenThatGitWouldRun(String path) {
    assertThatThrownBy(() -> tools.write(session, path, "#!/bin/sh\nid\n"))
        .hasMessageContaining("run by git");
  }

  @Test
  void absolutePathsOfTheHomeAreClosedEvenInsideAConfiguredRoot() {
    tools = new FileTools(temp.toAbsolutePath(), Map.of("roots", new String[] {temp.toString()}));
    assertThatThrownBy(() -> tools.read(TestContext.session(), temp + "/home/token"))
        .hasMessageContaining("runtime's home");
    assertThatThrownBy(() -> tools.read(session, temp + "/home/token"))
        .isInstanceOf(ToolException.class);
  }

  @Test
  void aSearchOfEverythingFindsNothingOutside() throws Exception {
    SearchFiles.Result result = tools.search.call(FileTools.content("secret outside"), session);
    assertThat(result.total()).isZero();
    assertThat(tools.search.call(FileTools.names("*"), session.next()).files().orElseThrow())
        .isEmpty();
  }

  @Test
  void aPipeDoesNotHoldTheCallForEver() throws Exception {
    assertThat(new ProcessBuilder("mkfifo", work.resolve("p").toString()).start().waitFor())
        .isZero();
    assertThatThrownBy(() -> tools.read(session, "p")).hasMessageContaining("regular file");
    assertThatThrownBy(() -> tools.write(session, "p", "x")).hasMessageContaining("regular file");
  }

  /**
   * Somebody exchanges a folder by a link to outside again and again while files in it are read and
   * written. Whatever happens, nothing from outside comes back and nothing is written there.
   */
  @Test
  void exchangingAFolderUnderTheToolLeadsNowhere() throws Exception {
    Path inside = Files.createDirectories(work.resolve("swap"));
    Files.writeString(inside.resolve("outside"), "harmless");
    Path parked = work.resolve("parked");
    Path link = Files.createSymbolicLink(work.resolve("prepared"), temp.toRealPath());
    AtomicBoolean stop = new AtomicBoolean();
    Thread attacker =
        new Thread(
            () -> {
              while (!stop.get()) {
                try {
                  Files.move(inside, parked, StandardCopyOption.ATOMIC_MOVE);
                  Files.move(link, inside, StandardCopyOption.ATOMIC_MOVE);
                  Files.move(inside, link, StandardCopyOption.ATOMIC_MOVE);
                  Files.move(parked, inside, StandardCopyOption.ATOMIC_MOVE);
                } catch (IOException e) {
                  // The tool may have made a folder in the gap; clear it and go on.
                  clear(inside, parked);
                }
              }
            },
            "attacker");
    attacker.start();
    try {
      int refused = 0;
      for (int i = 0; i < 1500; i++) {
        try {
          tools
              .read(TestContext.session(work), "swap/outside")
              .content()
              .ifPresent(c -> assertThat(c).doesNotContain(SECRET));
          tools.write(TestContext.session(work), "swap/outside", "harmless");
        } catch (ToolException e) {
          refused++;
        }
      }
      assertThat(refused).as("the attack was on").isPositive();
    } finally {
      stop.set(true);
      attacker.join(10_000);
    }
    assertThat(temp.resolve("outside")).hasContent(SECRET);
  }

  private static void clear(Path inside, Path parked) {
    try {
      if (Files.isDirectory(inside, java.nio.file.LinkOption.NOFOLLOW_LINKS)
          && Files.exists(parked)) {
        for (String name : List.of("outside")) {
          Files.deleteIfExists(inside.resolve(name));
        }
        Files.deleteIfExists(inside);
        Files.move(parked, inside, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      // Tried again in the next round.
      return;
    }
  }
}
