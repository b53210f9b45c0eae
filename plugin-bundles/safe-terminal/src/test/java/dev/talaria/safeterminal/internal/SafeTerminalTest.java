package dev.talaria.safeterminal.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.talaria.api.ToolException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SafeTerminalTest {
  @TempDir Path temp;
  private Path work;
  private SafeTerminal tool;
  private TestContext context;

  @BeforeEach
  void setUp() throws Exception {
    work = Files.createDirectories(temp.toRealPath().resolve("work"));
    Files.createDirectories(work.resolve("src"));
    Files.writeString(work.resolve("a.txt"), "a");
    Files.writeString(work.resolve(".env"), "SECRET=1");
    Files.writeString(temp.resolve("outside"), "secret");
    Files.createSymbolicLink(work.resolve("link"), temp.toRealPath().resolve("outside"));
    Files.createSymbolicLink(work.resolve("folder"), temp.toRealPath());
    tool = new SafeTerminal(configuration(null));
    context = TestContext.session(work);
  }

  private void run(String command) throws ToolException {
    tool.call(new SafeTerminal.Args(command, false, 180, Optional.empty()), context);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ls",
        "ls -la src",
        "cat a.txt",
        "cat ./src/../a.txt",
        "cat a.txt | head -n 3 | wc -l",
        "grep -n 'a.*b' a.txt 2>&1",
        "grep -c a a.txt 2>/dev/null",
        "ls && pwd",
        "echo 'a; b | c > d $e `f`'",
        "echo /etc/passwd",
        "git status --short",
        "tail -n5 a.txt",
        "cut -d: -f1 a.txt",
        "cat new-file-that-is-not-there"
      })
  void plainCommandsOfListedProgramsArePassedOnAsTheyAre(String command) throws Exception {
    run(command);
    assertThat(context.passed())
        .containsExactly(Map.of("command", command, "background", false, "timeout", 180));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "rm a.txt",
        "sh -c ls",
        "./ls",
        "/bin/ls",
        "LS",
        "git push",
        "git",
        "git -c alias.status=!id status",
        "ls; rm a.txt",
        "ls || rm a.txt",
        "ls & rm a.txt",
        "ls\nrm a.txt",
        "ls\\\n;rm a.txt",
        "ls | sh",
        "ls | xargs rm",
        "ls && env",
        "ls $(rm a.txt)",
        "ls \"$(rm a.txt)\"",
        "ls `rm a.txt`",
        "cat <(rm a.txt)",
        "ls > a.txt",
        "ls >> a.txt",
        "cat < a.txt",
        "cat <<E\nE\n",
        "cat <<< x",
        "ls >&a.txt",
        "ls 2>a.txt",
        "ls &>a.txt",
        "ls $HOME",
        "ls ${x:-/}",
        "echo $((1))",
        "ls *",
        "cat ?env",
        "cat {.env,x}",
        "cat ~/x",
        "X=1 ls",
        "PATH=. ls",
        "(ls)",
        "{ ls; }",
        "! ls",
        "time ls",
        "if ls",
        "function ls",
        "ls() { id; }",
        "$'ls'; id",
        "\"ls\" | id",
        "'' ls",
        "cat ../outside",
        "cat /etc/passwd",
        "cat src/../../outside",
        "cat link",
        "cat -- link",
        "cat -n link",
        "cat folder/outside",
        "ls folder",
        "ls ..",
        "ls /",
        "cat .env",
        "cat './.env'",
        "cat .e\"nv\"",
        "head -n1 --bytes=3 link",
        "grep x link",
        "grep -f link a.txt",
        "grep -flink a.txt",
        "grep --file=link a.txt",
        "grep -r SECRET .",
        "grep -nR SECRET .",
        "grep --recursive SECRET .",
        "grep --dereference-recursive SECRET .",
        "grep -d recurse x .",
        "grep --directories=recurse x .",
        "wc --files0-from=a.txt",
        "cat /proc/self/environ",
        "cat /dev/tcp/127.0.0.1/80",
        "ls 'unclosed",
        "",
        " ",
        "|",
        "ls |",
        "ls &&",
        "# comment"
      })
  void everythingElseIsRefusedAndNotPassedOn(String command) {
    assertThatThrownBy(() -> run(command)).isInstanceOf(ToolException.class);
    assertThat(context.passed()).isEmpty();
  }

  @Test
  void backgroundAndFolderArePassedOn() throws Exception {
    tool.call(new SafeTerminal.Args("tail -f x", true, 5, Optional.of("src")), context);
    assertThat(context.passed())
        .containsExactly(
            Map.of("command", "tail -f x", "background", true, "timeout", 5, "workdir", "src"));
  }

  @Test
  void pathsAreThoseOfTheFolder() throws Exception {
    Files.createSymbolicLink(work.resolve("src/x"), temp.toRealPath().resolve("outside"));
    assertThatThrownBy(
            () -> tool.call(new SafeTerminal.Args("cat x", false, 5, Optional.of("src")), context))
        .isInstanceOf(ToolException.class);
    for (String folder : List.of("..", "folder", "/")) {
      assertThatThrownBy(
              () -> tool.call(new SafeTerminal.Args("ls", false, 5, Optional.of(folder)), context))
          .isInstanceOf(ToolException.class);
    }
    assertThatThrownBy(
            () ->
                tool.call(
                    new SafeTerminal.Args("ls", false, 5, Optional.empty()), TestContext.session()))
        .hasMessageContaining("workspace");
  }

  @Test
  void theListIsTheOperators() throws Exception {
    tool.modified(configuration(new String[] {"mvn -q", " date "}));
    run("mvn -q verify");
    run("date");
    assertThatThrownBy(() -> run("ls")).hasMessageContaining("mvn -q, date");
    assertThatThrownBy(() -> run("mvn verify")).isInstanceOf(ToolException.class);
    tool.modified(configuration(new String[0]));
    assertThatThrownBy(() -> run("date")).isInstanceOf(ToolException.class);
  }

  /** Who knows the builtin knows this one. */
  @Test
  void theArgumentsAreThoseOfTheBuiltin() throws Exception {
    JsonMapper mapper = JsonMapper.builder().build();
    List<URL> documents =
        Collections.list(getClass().getClassLoader().getResources("OSGI-INF/tools/terminal.json"));
    assertThat(documents).hasSize(2);
    JsonNode own = mapper.readTree(documents.get(0).openStream());
    JsonNode builtin = mapper.readTree(documents.get(1).openStream());
    assertThat(own.get("inputSchema")).isEqualTo(builtin.get("inputSchema"));
    assertThat(own.get("toolset")).isEqualTo(builtin.get("toolset"));
    assertThat(own.get("override").asBoolean()).isNotEqualTo(builtin.get("override").asBoolean());
  }

  private static SafeTerminalConfiguration configuration(String[] programs) {
    return (SafeTerminalConfiguration)
        Proxy.newProxyInstance(
            SafeTerminalConfiguration.class.getClassLoader(),
            new Class<?>[] {SafeTerminalConfiguration.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("annotationType")) {
                return (Class<? extends Annotation>) SafeTerminalConfiguration.class;
              }
              return programs == null ? method.getDefaultValue() : programs;
            });
  }
}
