package dev.talaria.terminal.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.talaria.api.ToolException;
import dev.talaria.terminal.internal.ProcessControl.Action;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessControlTest {
  @TempDir Path temp;
  private Path work;
  private TerminalTools tools;
  private TestContext context;

  @BeforeEach
  void setUp() throws Exception {
    work = Files.createDirectories(temp.toRealPath().resolve("work"));
    tools = new TerminalTools(temp.toRealPath(), Map.of("approval", "allow", "max__background", 3));
    context = TestContext.session(work);
  }

  @AfterEach
  void tearDown() throws Exception {
    context.endSession();
  }

  private String start(String command) throws Exception {
    return tools.background(context, command).session_id().orElseThrow();
  }

  @Test
  void aBackgroundProcessIsListedPolledAndWaitedFor() throws Exception {
    Terminal.Result started = tools.background(context, "echo one; read x; echo $x; exit 4");
    String id = started.session_id().orElseThrow();
    assertThat(started.exit_code()).isEmpty();
    ProcessControl.Row row = tools.act(context, Action.list, null).processes().get(0);
    assertThat(row.session_id()).isEqualTo(id);
    assertThat(row.pid()).isEqualTo(started.pid().orElseThrow());
    assertThat(row.status()).isEqualTo("running");
    StringBuilder polled = new StringBuilder();
    await()
        .until(
            () ->
                polled
                    .append(tools.act(context, Action.poll, id).output().orElseThrow())
                    .toString()
                    .equals("one\n"));
    tools.act(context, Action.submit, id, "two", 60);
    ProcessControl.Result ended = tools.act(context, Action.wait, id);
    assertThat(ended.output()).as("only what is new").contains("two\n");
    assertThat(ended.processes().get(0).exit_code()).contains(4);
    assertThat(ended.processes().get(0).status()).isEqualTo("exited");
  }

  @Test
  void waitingEndsWithItsTime() throws Exception {
    String id = start("sleep 1000");
    ProcessControl.Result result = tools.act(context, Action.wait, id, null, 1);
    assertThat(result.message()).contains("Still running after 1 s.");
    assertThat(result.processes().get(0).status()).isEqualTo("running");
  }

  @Test
  void theLogHasPages() throws Exception {
    String id = start("seq 1 1000");
    tools.act(context, Action.wait, id);
    ProcessControl.Result last = tools.act(context, Action.log, id);
    assertThat(last.total_lines()).contains(1000);
    assertThat(last.output().orElseThrow()).startsWith("801\n").endsWith("1000");
    ProcessControl.Result page =
        tools.process.call(
            new ProcessControl.Args(
                Action.log, Optional.of(id), Optional.empty(), 60, Optional.of(10), 3),
            context);
    assertThat(page.output()).contains("11\n12\n13");
  }

  @Test
  void endlessOutputTakesBoundedMemory() throws Exception {
    String id = start("yes 0123456789 | head -c 20000000; echo last");
    tools.act(context, Action.wait, id);
    ProcessControl.Result log = tools.act(context, Action.log, id);
    assertThat(log.output().orElseThrow()).endsWith("last");
    assertThat(log.truncated()).contains(true);
    assertThat(log.total_lines().orElseThrow()).isLessThan(20_000);
  }

  @Test
  void inputIsWrittenAndClosed() throws Exception {
    String id = start("cat; echo end");
    tools.act(context, Action.write, id, "a", 60);
    tools.act(context, Action.write, id, "b", 60);
    tools.act(context, Action.close, id);
    assertThat(tools.act(context, Action.wait, id).output()).contains("abend\n");
    assertThatThrownBy(() -> tools.act(context, Action.submit, id, "x", 60))
        .hasMessageContaining("closed");
  }

  @Test
  void killingEndsTheWholeTree() throws Exception {
    String id = start("sleep 1000 & echo $! > a; setsid sleep 1000 & echo $! > b; wait");
    awaitContent("a");
    awaitContent("b");
    assertThat(tools.act(context, Action.kill, id).message()).contains("Ended.");
    assertThat(alive("a")).isFalse();
    assertThat(alive("b")).isFalse();
    assertThat(tools.act(context, Action.kill, id).message()).contains("It had ended before.");
  }

  @Test
  void theEndOfTheSessionEndsItsProcessesAndNoOthers() throws Exception {
    TestContext other = TestContext.session(work);
    start("echo $$ > a; sleep 1000");
    start("trap '' TERM; echo $$ > b; while :; do sleep 0.1; done");
    String foreign = tools.background(other, "echo $$ > c; sleep 1000").session_id().orElseThrow();
    for (String file : List.of("a", "b", "c")) {
      awaitContent(file);
    }
    context.endSession();
    assertThat(alive("a")).isFalse();
    assertThat(alive("b")).isFalse();
    assertThat(alive("c")).isTrue();
    assertThatThrownBy(() -> start("sleep 1000")).hasMessageContaining("session has ended");
    assertThat(tools.act(other, Action.kill, foreign).message()).contains("Ended.");
  }

  @Test
  void anotherSessionSeesNothing() throws Exception {
    String id = start("sleep 1000");
    TestContext other = TestContext.session(work);
    assertThat(tools.act(other, Action.list, null).processes()).isEmpty();
    for (Action action : List.of(Action.poll, Action.kill, Action.log, Action.close)) {
      assertThatThrownBy(() -> tools.act(other, action, id)).hasMessageContaining("no process");
    }
  }

  @Test
  void thereIsALimitAlsoForManyAtOnce() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(8);
    int started = 0;
    try {
      List<Callable<String>> tasks = new ArrayList<>();
      for (int i = 0; i < 24; i++) {
        tasks.add(() -> start("sleep 1000"));
      }
      for (Future<String> task : pool.invokeAll(tasks)) {
        try {
          task.get();
          started++;
        } catch (java.util.concurrent.ExecutionException e) {
          assertThat(e.getCause())
              .isInstanceOf(ToolException.class)
              .hasMessageContaining("background processes already");
        }
      }
    } finally {
      pool.shutdownNow();
    }
    assertThat(started).isEqualTo(3);
    String first = tools.act(context, Action.list, null).processes().get(0).session_id();
    tools.act(context, Action.kill, first);
    assertThat(start("sleep 1000")).isNotEmpty();
  }

  @Test
  void wrongRequestsAreExplained() {
    assertThatThrownBy(() -> tools.act(context, Action.poll, null))
        .hasMessageContaining("session_id");
    assertThatThrownBy(() -> tools.act(context, Action.poll, "proc_none"))
        .hasMessageContaining("action=list");
  }

  @Test
  void whatNeverRunsIsNotTypedIntoAProcessEither() throws Exception {
    String id = start("cat");
    assertThatThrownBy(() -> tools.act(context, Action.submit, id, "rm -rf /", 60))
        .hasMessageContaining("never runs");
    assertThat(tools.act(context, Action.submit, id, "it's (no shell", 60).message())
        .contains("Written.");
    assertThatThrownBy(() -> start("bash")).hasMessageContaining("from its input");
    assertThatThrownBy(() -> start("exec sh -i")).hasMessageContaining("from its input");
  }

  private void awaitContent(String file) {
    await().until(() -> Files.exists(work.resolve(file)) && Files.size(work.resolve(file)) > 0);
  }

  private boolean alive(String pidFile) throws Exception {
    return Processes.isAlive(Long.parseLong(Files.readString(work.resolve(pidFile)).strip()));
  }
}
