package dev.talaria.guard.paths;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PathPolicyTest {
  @TempDir Path temp;
  private Path root;
  private Path outside;
  private PathPolicy policy;

  @BeforeEach
  void setUp() throws IOException {
    Path base = temp.toRealPath();
    root = Files.createDirectories(base.resolve("work"));
    outside = Files.createDirectories(base.resolve("outside"));
    Files.createDirectories(root.resolve("src"));
    Files.writeString(root.resolve("src/a.txt"), "a");
    Files.writeString(outside.resolve("secret"), "s");
    Files.createSymbolicLink(root.resolve("out"), outside);
    Files.createSymbolicLink(root.resolve("outfile"), outside.resolve("secret"));
    Files.createSymbolicLink(root.resolve("dangling"), outside.resolve("new"));
    Files.createSymbolicLink(root.resolve("up"), Path.of(".."));
    Files.createSymbolicLink(root.resolve("loop"), Path.of("loop"));
    Files.createSymbolicLink(root.resolve("inside"), Path.of("src"));
    Files.createSymbolicLink(root.resolve("notes"), Path.of(".env"));
    Files.writeString(root.resolve(".env"), "X=1");
    policy =
        PathPolicy.of(
            List.of(root),
            StandardDenyRules.forUser(base.resolve("user"))
                .extend()
                .folder(root.resolve("home"), "the runtime's home")
                .operatorRule("*.pem")
                .operatorRule("private/keys")
                .build());
  }

  private boolean allowed(String path, Access access) {
    return policy.decide(path, access) instanceof PathDecision.Allowed;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..",
        "../outside/secret",
        "src/../../outside/secret",
        "out/secret",
        "out",
        "outfile",
        "out/new/file",
        "dangling",
        "dangling/x",
        "up/outside/secret",
        "up",
        "inside/../../outside",
        "out/../outside/secret",
        "loop",
        "loop/x",
        "/etc/passwd",
        "/",
        "/proc/self/root/etc/passwd",
        "/proc/self/cwd/pom.xml",
        "/proc/self/environ",
        "/dev/fd/0",
        "/dev/stdin",
        "~",
        "~/x",
        "~root/x",
        "",
        "  ",
        "a\0b",
        "a\nb",
        "../work2/x",
        "nothing/../../outside/secret"
      })
  void noWayOut(String path) {
    assertThat(allowed(path, Access.READ)).isFalse();
    assertThat(allowed(path, Access.WRITE)).isFalse();
  }

  @Test
  void proxiesOfTheRootLeadBackIntoTheChecks() {
    assertThat(allowed("/proc/self/root" + outside + "/secret", Access.READ)).isFalse();
    assertThat(policy.decide("/proc/self/root" + root + "/src/a.txt", Access.READ))
        .isEqualTo(new PathDecision.Allowed(root, root.resolve("src/a.txt")));
  }

  @Test
  void veryLongPathsAreRefused() {
    assertThat(allowed("a/".repeat(3000), Access.READ)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"src/a.txt", ".", "src/..", "inside/a.txt", "new/file", "./src//a.txt", "..."})
  void whatIsInsideIsAllowed(String path) {
    assertThat(allowed(path, Access.READ)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".env",
        ".ENV",
        ".env.local",
        "src/.env",
        ".env.",
        ".env ",
        ".env::$DATA",
        "notes",
        "home/token",
        "HOME/token",
        "src/../home",
        ".ssh/config",
        "sub/id_rsa",
        "x.pem",
        "X.PEM",
        "private/keys/a",
        "a/private/keys",
        ".config/gh/hosts.yml",
        ".docker/config.json",
        "auth.json",
        ".git-credentials",
        "mcp-tokens/x"
      })
  void denyListsHoldForReadingAndWriting(String path) {
    assertThat(allowed(path, Access.READ)).isFalse();
    assertThat(allowed(path, Access.WRITE)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {".git/hooks/pre-commit", ".git/config", "sub/.git/hooks/x"})
  void whatGitRunsCanBeReadButNotWritten(String path) {
    assertThat(allowed(path, Access.READ)).isTrue();
    assertThat(allowed(path, Access.WRITE)).isFalse();
  }

  @Test
  void systemFoldersAreDeniedEvenWhenTheRootIsEverything() {
    PathPolicy everything =
        PathPolicy.of(List.of(Path.of("/")), StandardDenyRules.forUser(Path.of("/home/u")));
    for (String path :
        List.of(
            "/proc/self/environ",
            "/dev/sda",
            "/sys/x",
            "/etc/shadow",
            "/run/docker.sock",
            "/home/u/.docker/x",
            "/home/u/.ssh/id_rsa")) {
      assertThat(everything.decide(path, Access.READ)).isInstanceOf(PathDecision.Refused.class);
    }
    for (String path : List.of("/etc/hosts", "/usr/bin/x", "/home/u/.bashrc", "/boot/x")) {
      assertThat(everything.decide(path, Access.WRITE)).isInstanceOf(PathDecision.Refused.class);
    }
  }

  @Test
  void withoutARootNothingIsAllowed() {
    PathPolicy none = PathPolicy.of(List.of(), DenyRules.builder().build());
    assertThat(none.decide("x", Access.READ))
        .isInstanceOfSatisfying(
            PathDecision.Refused.class, r -> assertThat(r.reason()).contains("workspace"));
    Path file = root.resolve("src/a.txt");
    assertThat(
            PathPolicy.of(List.of(file, root.resolve("none")), DenyRules.builder().build()).roots())
        .isEmpty();
  }

  @Test
  void aComponentExchangedAfterTheDecisionIsNotFollowed() throws IOException {
    PathDecision.Allowed allowed = (PathDecision.Allowed) policy.decide("src/a.txt", Access.READ);
    Files.delete(root.resolve("src/a.txt"));
    Files.createSymbolicLink(root.resolve("src/a.txt"), outside.resolve("secret"));
    try (ConfinedFolder folder = ConfinedFolder.openParent(allowed)) {
      assertThatThrownBy(() -> folder.openFile("a.txt")).isInstanceOf(IOException.class);
    }
    Files.delete(root.resolve("src/a.txt"));
    Files.delete(root.resolve("src"));
    Files.createSymbolicLink(root.resolve("src"), outside);
    assertThatThrownBy(() -> ConfinedFolder.openParent(allowed).close())
        .isInstanceOf(IOException.class);
  }

  @Test
  void anOpenFolderStaysTheOneThatWasOpened() throws IOException {
    PathDecision.Allowed allowed =
        (PathDecision.Allowed) policy.decide("src/new.txt", Access.WRITE);
    try (ConfinedFolder folder = ConfinedFolder.openParent(allowed)) {
      Files.move(root.resolve("src"), root.resolve("moved"));
      Files.createSymbolicLink(root.resolve("src"), outside);
      try (var channel = folder.createFile("new.txt")) {
        channel.write(java.nio.ByteBuffer.wrap("x".getBytes(StandardCharsets.UTF_8)));
      }
      folder.replace("new.txt", "newer.txt");
    }
    assertThat(outside.resolve("newer.txt")).doesNotExist();
    assertThat(root.resolve("moved/newer.txt")).hasContent("x");
  }

  @Test
  void missingParentsAreMadeInsideOnly() throws IOException {
    PathDecision.Allowed allowed = (PathDecision.Allowed) policy.decide("a/b/c.txt", Access.WRITE);
    Files.createSymbolicLink(root.resolve("a"), outside);
    assertThatThrownBy(() -> ConfinedFolder.createParents(allowed)).isInstanceOf(IOException.class);
    assertThat(outside.resolve("b")).doesNotExist();
    Files.delete(root.resolve("a"));
    ConfinedFolder.createParents(allowed);
    assertThat(root.resolve("a/b")).isDirectory();
  }

  @Test
  void devicesAndPipesAreNotOpened() throws Exception {
    Process made = new ProcessBuilder("mkfifo", root.resolve("pipe").toString()).start();
    assertThat(made.waitFor()).isZero();
    PathDecision.Allowed allowed = (PathDecision.Allowed) policy.decide("pipe", Access.READ);
    try (ConfinedFolder folder = ConfinedFolder.openParent(allowed)) {
      assertThatThrownBy(() -> folder.openFile("pipe")).hasMessageContaining("regular file");
    }
  }

  @Test
  void aFolderGivesNoNamesThatArePaths() throws IOException {
    try (ConfinedFolder folder =
        ConfinedFolder.open((PathDecision.Allowed) policy.decide(".", Access.READ))) {
      for (String name : List.of("..", "../x", "/etc/passwd", "a/b", ".")) {
        assertThatThrownBy(() -> folder.openFile(name))
            .isInstanceOf(IllegalArgumentException.class);
      }
    }
  }

  @Test
  void theCommandOfACheckoutIsReadAndNotChanged() throws IOException {
    RuntimeFolders runtime =
        RuntimeFolders.from(
            name ->
                name.equals(RuntimeFolders.COMMAND) ? root.resolve("talaria").toString() : null);
    PathPolicy policy = PathPolicy.of(List.of(root), DenyRules.builder().build(), runtime);
    assertThat(policy.decide("talaria", Access.WRITE)).isInstanceOf(PathDecision.Refused.class);
    assertThat(policy.decide("talaria", Access.READ)).isInstanceOf(PathDecision.Allowed.class);
    assertThat(policy.decide("other", Access.WRITE)).isInstanceOf(PathDecision.Allowed.class);
  }

  @Test
  void aHardLinkToAFileOfTheHomeIsThatFile() throws IOException {
    Path outside = Files.createTempDirectory("home");
    Path etc = Files.createDirectories(outside.resolve("etc"));
    Files.createLink(
        root.resolve("innocent"), Files.writeString(outside.resolve("token"), "secret"));
    Files.createLink(root.resolve("settings"), Files.writeString(etc.resolve("a.cfg"), "secret"));
    Files.createLink(root.resolve("second"), Files.writeString(root.resolve("first"), "mine"));
    PathPolicy policy =
        PathPolicy.of(
            List.of(root),
            DenyRules.builder().build(),
            new RuntimeFolders(Optional.of(outside), Optional.empty()));
    for (Access access : Access.values()) {
      assertThat(policy.decide("innocent", access)).isInstanceOf(PathDecision.Refused.class);
      assertThat(policy.denial(root.resolve("settings"), access)).isPresent();
      assertThat(policy.decide("second", access)).isInstanceOf(PathDecision.Allowed.class);
    }
  }

  @Test
  void aRootAroundTheRuntimesHomeIsNoRoot() throws IOException {
    Path home = Files.createDirectories(root.resolve("deep/.talaria"));
    RuntimeFolders runtime =
        new RuntimeFolders(
            java.util.Optional.of(home), java.util.Optional.of(root.resolve("dist")));
    DenyRules none = DenyRules.builder().build();
    for (Path around : List.of(root, root.resolve("deep"), home, root.resolve("inside/../deep"))) {
      PathPolicy policy = PathPolicy.of(List.of(around), none, runtime);
      assertThat(policy.roots()).isEmpty();
      assertThat(policy.withoutRoot()).contains("runtime's home");
    }
    PathPolicy beside = PathPolicy.of(List.of(root.resolve("src"), outside), none, runtime);
    assertThat(beside.roots()).hasSize(2);
    PathPolicy withDistribution =
        PathPolicy.of(
            List.of(root),
            none,
            new RuntimeFolders(java.util.Optional.empty(), runtime.distribution()));
    assertThat(withDistribution.decide("dist/lib/x.jar", Access.READ))
        .isInstanceOf(PathDecision.Refused.class);
    assertThat(withDistribution.decide("src/a.txt", Access.READ))
        .isInstanceOf(PathDecision.Allowed.class);
  }
}
