package dev.talaria.registry.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.TurnResults;
import dev.talaria.api.CallResult;
import dev.talaria.api.Content;
import dev.talaria.api.Origin;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolSession;
import dev.talaria.registry.it.bundles.Wordy;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The registry as a core bundle that brings a tool of its own. */
class ResultsIT {
  @TempDir Path home;
  private Runtime runtime;

  @BeforeEach
  void start() throws Exception {
    runtime = new Runtime(home);
    runtime
        .installCore(
            new TestBundle("dev.talaria.words", "1.0.0").tool("words", "words", false, Wordy.class),
            "words")
        .start();
    runtime.startRegistryAsCore();
  }

  @AfterEach
  void stop() throws Exception {
    runtime.close();
  }

  @Test
  @DisplayName("L5 a long result is saved under the home and read on with the registry's own tool")
  void aLongResultIsReadOn() {
    await().until(() -> runtime.listed().equals(List.of("read_result", "words")));
    assertThat(runtime.admin().view().find("read_result").orElseThrow().origin())
        .isEqualTo(Origin.BUILTIN);
    try (ToolSession session = runtime.session()) {
      CallResult block = session.call(ToolCall.of("words", "{}"));
      assertThat(block.text()).startsWith("<persisted-output>");
      assertThat(home.resolve("data/results")).isDirectoryRecursivelyContaining("glob:**.txt");
      Matcher id = Pattern.compile("id=\"([^\"]+)\"").matcher(block.text());
      assertThat(id.find()).isTrue();
      CallResult page =
          session.call(
              ToolCall.of("read_result", "{\"id\":\"" + id.group(1) + "\",\"offset\":9999}"));
      assertThat(page.structuredJson().orElseThrow())
          .contains("9999|a line of many\\n10000|a line of many\\n", "\"total_lines\":10000");
    }
  }

  @Test
  void agentLoopsReachTheBudgetOfTurns() {
    TurnResults turns = runtime.service(TurnResults.class);
    CallResult large =
        new CallResult(
            List.of(new Content.Text("x".repeat(150_000))), Optional.empty(), Optional.empty());
    try (ToolSession session = runtime.session()) {
      await().until(() -> session.view().find("read_result").isPresent());
      List<CallResult> fitted =
          turns.fit(
              session,
              List.of(
                  new TurnResults.Answer("1", "words", large),
                  new TurnResults.Answer("2", "words", large)));
      assertThat(fitted.get(0).text()).startsWith("<persisted-output>");
      assertThat(fitted.get(1)).isSameAs(large);
    }
  }
}
