package dev.talaria.terminal.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.talaria.api.ToolException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** With every command allowed: what a model tries to get at the runtime or to break the machine. */
class WaysOutTest {
  @TempDir Path temp;
  private TerminalTools tools;
  private TestContext context;
  private Path home;

  @BeforeEach
  void setUp() throws Exception {
    Path base = temp.toRealPath();
    Path work = Files.createDirectories(base.resolve("user/work"));
    home = Files.createDirectories(base.resolve("user/.talaria"));
    Files.writeString(home.resolve("token"), "TOKEN-OF-THE-HOME");
    Files.createSymbolicLink(work.resolve("link"), home);
    tools =
        new TerminalTools(
            base,
            Map.of("approval", "allow", "deny", new String[] {base.resolve("private").toString()}));
    context = TestContext.session(work);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cat ../.talaria/token",
        "cat link/token",
        "cat ../.t*/token",
        "cd .. && cat .talaria/token",
        "cd link && cat token",
        "cat ~/.talaria/token",
        "for i in a b; do cat ../.talari$i/token; done",
        "cat $(printf ../.talari%s/token a)",
        "grep -rs . .. --include=token",
        "find ../.. -name token -exec cat {} +",
        "ln -s .. x; cat x/.talaria/token",
        "cat $HOME/.talaria/token",
        "x=../.talaria; cat $x/token",
        "cat < ../.talaria/token",
        "echo allow_tool_override=true > ../.talaria/etc/dev.talaria.registry.cfg",
        "sh -c 'cat ../.talaria/token'",
        "echo Y2F0IC4uLy50YWxhcmlhL3Rva2Vu | base64 -d | sh",
        "eval $(echo Y2F0IC4uLy50YWxhcmlhL3Rva2Vu | base64 -d)",
        "$(printf 'ca\\x74') ../.talaria/token",
        "cat ../../private/x",
        "kill $PPID",
        "talaria policy set allow_tool_override=true",
        "/opt/talaria/bin/talaria stop",
        "kill -9 -1",
        "kill $PPID; cat /proc/$PPID/environ",
        "cat /proc/1/environ",
        "rm -rf ~ /",
        ":(){ :|:& };:",
        "systemctl poweroff"
      })
  void isRefused(String command) {
    assertThatThrownBy(() -> tools.run(context, command)).isInstanceOf(ToolException.class);
    assertThatThrownBy(() -> tools.background(context, command)).isInstanceOf(ToolException.class);
    assertThat(home.resolve("etc")).doesNotExist();
  }

  @Test
  void theRuntimeItselfCannotBeEnded() {
    long own = ProcessHandle.current().pid();
    assertThatThrownBy(() -> tools.run(context, "kill -9 " + own))
        .hasMessageContaining("belongs to the runtime");
  }

  @Test
  void aWorkspaceAroundTheHomeIsNone() {
    TestContext around = TestContext.session(home.getParent());
    assertThatThrownBy(() -> tools.run(around, "ls")).hasMessageContaining("runtime's home");
    TestContext inside = TestContext.session(home);
    assertThatThrownBy(() -> tools.run(inside, "ls")).isInstanceOf(ToolException.class);
  }
}
