package dev.talaria.terminal.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.talaria.api.ToolContext.Elicitation.Action;
import dev.talaria.api.ToolException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalTest {
  @TempDir Path temp;
  private Path work;
  private TerminalTools tools;
  private TestContext context;

  @BeforeEach
  void setUp() throws Exception {
    work = Files.createDirectories(temp.toRealPath().resolve("work"));
    tools = new TerminalTools(temp.toRealPath(), Map.of("approval", "allow"));
    context = TestContext.session(work);
  }

  @Test
  void returnsOutputAndExitCode() throws Exception {
    Terminal.Result result = tools.run(context, "echo out; echo err >&2; pwd; exit 3");
    assertThat(result.output()).contains("out\nerr\n" + work + "\n");
    assertThat(result.exit_code()).contains(3);
    assertThat(result.error()).isEmpty();
    assertThat(result.truncated()).contains(false);
  }

  @Test
  void meaningfulExitCodesAreExplained() throws Exception {
    assertThat(tools.run(context, "grep x /dev/null").exit_code_meaning())
        .contains("no line matched");
    Terminal.Result missing = tools.run(context, "no-such-program-here");
    assertThat(missing.exit_code()).contains(127);
    assertThat(missing.exit_code_meaning()).contains("the program was not found");
  }

  @Test
  void runsInAFolderOfTheWorkspaceOnly() throws Exception {
    Files.createDirectories(work.resolve("sub"));
    Files.createSymbolicLink(work.resolve("out"), temp);
    Terminal.Result result =
        tools.terminal.call(new Terminal.Args("pwd", false, 60, Optional.of("sub")), context);
    assertThat(result.output()).contains(work.resolve("sub") + "\n");
    for (String folder : new String[] {"..", "/", "out", "none", "/proc/self/root"}) {
      assertThatThrownBy(
              () ->
                  tools.terminal.call(
                      new Terminal.Args("pwd", false, 60, Optional.of(folder)), context))
          .isInstanceOf(ToolException.class);
    }
  }

  @Test
  void withoutAWorkspaceNothingRuns() {
    assertThatThrownBy(() -> tools.run(TestContext.session(), "pwd"))
        .hasMessageContaining("--workspace");
    assertThatThrownBy(() -> tools.run(TestContext.session(temp), "pwd"))
        .hasMessageContaining("contains the runtime's home");
  }

  @Test
  void longOutputKeepsHeadAndTail() throws Exception {
    Terminal.Result result =
        tools.run(context, "echo first; yes 0123456789 | head -n 20000; echo last");
    String output = result.output().orElseThrow();
    assertThat(output).startsWith("first\n").endsWith("last\n").contains("characters left out");
    assertThat(output).hasSizeBetween(50_000, 50_100);
    assertThat(output.indexOf("characters left out")).isBetween(20_000, 20_050);
    assertThat(result.truncated()).contains(true);
  }

  @Test
  void colourIsStrippedAndSecretsAreRedacted() throws Exception {
    assertThat(
            tools
                .run(
                    context, "printf '\\033[31mred\\033[0m \\033]0;title\\007AKIAABCDEFGHIJKLMNOP'")
                .output())
        .contains("red [redacted]");
  }

  @Test
  void theTimeIsLimitedAndTheWholeTreeEnds() throws Exception {
    Terminal.Result result =
        tools.run(
            context,
            "(sleep 1000 & echo $! > a; wait) & setsid sleep 1000 & echo $! > b;"
                + " echo begun; sleep 1000",
            1);
    assertThat(result.exit_code()).contains(124);
    assertThat(result.output()).contains("begun\n");
    assertThat(result.error().orElseThrow()).contains("background=true");
    assertGone("a");
    assertGone("b");
  }

  @Test
  void whatACommandLeavesBehindEndsWithIt() throws Exception {
    Terminal.Result result =
        tools.run(
            context, "sleep 1000 & echo $! > a; nohup setsid sleep 1000 >/dev/null & echo $! > b");
    assertThat(result.exit_code()).contains(0);
    assertGone("a");
    assertGone("b");
  }

  @Test
  void aProgramThatIgnoresTheRequestToEndIsKilled() throws Exception {
    Terminal.Result result =
        tools.run(context, "trap '' TERM; echo $$ > a; while :; do sleep 0.1; done", 1);
    assertThat(result.exit_code()).contains(124);
    assertGone("a");
  }

  @Test
  void anInterruptEndsTheCommand() throws Exception {
    FutureTask<Boolean> task =
        new FutureTask<>(
            () -> {
              Terminal.Result result = tools.run(context, "echo $$ > a; sleep 1000");
              assertThat(result.exit_code()).contains(130);
              return Thread.currentThread().isInterrupted();
            });
    Thread thread = new Thread(task, "caller");
    thread.start();
    awaitContent("a");
    thread.interrupt();
    assertThat(task.get(20, TimeUnit.SECONDS)).as("the interrupt is kept").isTrue();
    assertGone("a");
  }

  @Test
  void cancellationFromElsewhereEndsTheCommand() throws Exception {
    FutureTask<Terminal.Result> task =
        new FutureTask<>(() -> tools.run(context, "echo $$ > a; sleep 1000"));
    new Thread(task, "caller").start();
    awaitContent("a");
    context.cancel();
    assertThat(task.get(20, TimeUnit.SECONDS).exit_code()).contains(130);
    assertGone("a");
  }

  @Test
  void theDeadlineOfTheCallWins() throws Exception {
    context.remaining(Duration.ofSeconds(11));
    assertThat(tools.run(context, "sleep 1000", 600).exit_code()).contains(124);
    context.remaining(Duration.ofSeconds(3));
    assertThatThrownBy(() -> tools.run(context, "echo x > ran"))
        .hasMessageContaining("no time left");
    assertThat(work.resolve("ran")).doesNotExist();
  }

  @Test
  void thereIsNoInput() throws Exception {
    assertThat(tools.run(context, "cat; echo done").output()).contains("done\n");
  }

  @Test
  void theEnvironmentIsAnAllowList() throws Exception {
    tools =
        new TerminalTools(
            temp.toRealPath(),
            Map.of(
                "approval",
                "allow",
                "environment",
                new String[] {"EXTRA", "SET=a=b", "TALARIA_TOKEN", "TALARIA_X=1", "MISSING"}),
            Map.of(
                "EXTRA",
                "e",
                "AWS_SECRET_ACCESS_KEY",
                "leak",
                "TALARIA_TOKEN",
                "leak",
                "TALARIA_HOME",
                "leak",
                "BASH_ENV",
                "/leak",
                "LD_PRELOAD",
                "leak",
                "PATH",
                temp.toRealPath() + "/dist/bin:/usr/bin:/bin"));
    String output = tools.run(context, "env").output().orElseThrow();
    assertThat(output)
        .contains("EXTRA=e\n", "SET=a=b\n", "PATH=/usr/bin:/bin\n", "TERM=dumb\n")
        .doesNotContain("leak", "TALARIA_X", "TALARIA_HOME", "TALARIA_TOKEN", "MISSING");
  }

  @Test
  void withoutApprovalOnlyListedCommandsRun() throws Exception {
    tools =
        new TerminalTools(
            temp.toRealPath(), Map.of("allow", new String[] {"echo *", "git status", "{{"}));
    assertThat(tools.run(context, "echo a | echo b").output()).contains("b\n");
    for (String command :
        new String[] {"touch x", "echo a; touch x", "echo $(touch x)", "echo a > x", "git push"}) {
      assertThatThrownBy(() -> tools.run(context, command))
          .isInstanceOf(ToolException.class)
          .hasMessageContaining("nobody is there")
          .hasMessageContaining("'allow' in dev.talaria.terminal");
    }
    assertThat(work.resolve("x")).doesNotExist();
  }

  @Test
  void thePersonDecidesWhereOneCanBeAsked() throws Exception {
    tools = new TerminalTools(temp.toRealPath(), Map.of());
    assertThatThrownBy(() -> tools.run(context.answering(Action.DECLINED), "touch x"))
        .hasMessageContaining("refused");
    assertThatThrownBy(() -> tools.run(context.answering(Action.CANCELLED), "touch x"))
        .hasMessageContaining("no answer");
    assertThat(work.resolve("x")).doesNotExist();
    tools.run(context.answering(Action.ACCEPTED), "touch x");
    assertThat(work.resolve("x")).exists();
    assertThat(context.questions().get(0)).contains("touch x").contains(work.toString());
    assertThatThrownBy(() -> tools.run(context.answering(Action.ACCEPTED), "rm -rf /"))
        .as("nobody can approve what never runs")
        .hasMessageContaining("never runs");
  }

  @Test
  void whatDenySaysAndNobodyUnderstandsClosesOrLeavesWhatWasDenied() throws Exception {
    Path secret = temp.toRealPath().resolve("secret");
    Map<String, Object> good =
        Map.of("approval", "allow", "deny", new String[] {secret.toString()});
    Map<String, Object> slip = Map.of("approval", "allow", "deny", new String[] {"secret"});
    tools = new TerminalTools(temp.toRealPath(), slip);
    assertThatThrownBy(() -> tools.run(context, "echo hi"))
        .hasMessageContainingAll("deny in dev.talaria.terminal", "[secret]", "no absolute path");
    tools.access.modified(TerminalTools.configuration(slip), slip);
    assertThatThrownBy(() -> tools.run(context, "echo hi")).hasMessageContaining("[secret]");

    tools.access.modified(TerminalTools.configuration(good), good);
    assertThat(tools.run(context, "echo hi").exit_code()).contains(0);
    tools.access.modified(TerminalTools.configuration(slip), slip);
    assertThat(tools.run(context, "echo hi").exit_code()).contains(0);
    assertThatThrownBy(() -> tools.run(context, "ls " + secret)).isInstanceOf(ToolException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"deny", "ALLOW", " allow", "Allow", "yes", "true", ""})
  void anythingButTheWordAllowIsNoPermission(String approval) throws Exception {
    tools = new TerminalTools(temp.toRealPath(), Map.of("approval", approval));
    assertThatThrownBy(() -> tools.run(context, "echo x")).hasMessageContaining("switched off");
  }

  @Test
  void aListIsNoPermissionEither() throws Exception {
    tools =
        new TerminalTools(temp.toRealPath(), Map.of("approval", new String[] {"allow", "allow"}));
    assertThatThrownBy(() -> tools.run(context, "echo x")).hasMessageContaining("switched off");
  }

  @Test
  void aChangedConfigurationCountsAtOnce() throws Exception {
    Map<String, Object> deny = Map.of("approval", "deny");
    tools.access.modified(TerminalTools.configuration(deny), deny);
    assertThatThrownBy(() -> tools.run(context, "echo x")).hasMessageContaining("switched off");
  }

  private void awaitContent(String file) {
    await().until(() -> Files.exists(work.resolve(file)) && Files.size(work.resolve(file)) > 0);
  }

  private void assertGone(String pidFile) throws Exception {
    long pid = Long.parseLong(Files.readString(work.resolve(pidFile)).strip());
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(() -> assertThat(Processes.isAlive(pid)).as(pidFile).isFalse());
  }
}
