package dev.talaria.registry.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolSession;
import dev.talaria.registry.internal.Fixtures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What a call brings back of what its tool returned or threw. */
class DispatchTest {
  @TempDir Path home;
  private Bus bus;
  private ToolSession session;

  @BeforeEach
  void start() {
    bus = new Bus(home);
    session = bus.session();
  }

  @AfterEach
  void end() {
    bus.close();
  }

  private CallResult call(String name, String json) {
    return session.call(ToolCall.of(name, json));
  }

  @Test
  @DisplayName("R1 a call returns the tool's string; the arguments reach the tool unchanged")
  void aStringComesBack() {
    AtomicReference<Object> got = new AtomicReference<>();
    bus.add(
        "echo",
        (arguments, context) -> {
          got.set(arguments);
          return "said ü\n";
        });
    assertThat(call("echo", "{\"a\":[1,{\"b\":null}],\"c\":\"x\"}").text()).isEqualTo("said ü\n");
    assertThat(got.get().toString()).isEqualTo("{a=[1, {b=null}], c=x}");
  }

  @Test
  @DisplayName("R2 (the design: a ToolContext, not keywords) who calls reaches the tool")
  void theContextReachesTheTool() {
    bus.add(
        "who",
        (arguments, context) ->
            context.principal() + " " + context.sessionId() + " " + context.toolName());
    assertThat(call("who", "{}").text()).isEqualTo("tester " + session.id() + " who");
  }

  @Test
  @DisplayName("R4 (the design: lists, maps and numbers are results) null and non-data are refused")
  void theContract() {
    bus.add("list", (arguments, context) -> List.of(1, "two"));
    bus.add("map", (arguments, context) -> Map.of("a", 1));
    bus.add("number", (arguments, context) -> 7);
    bus.add("nothing", (arguments, context) -> null);
    bus.add("maybe", (arguments, context) -> Optional.of("x"));
    assertThat(call("list", "{}").text()).isEqualTo("[1,\"two\"]");
    assertThat(call("map", "{}").structuredJson()).contains("{\"a\":1}");
    assertThat(call("number", "{}").text()).isEqualTo("7");
    for (var expected : Map.of("nothing", "null", "maybe", "java.util.Optional").entrySet()) {
      CallResult refused = call(expected.getKey(), "{}");
      assertThat(refused.failure()).contains(Failure.RESULT_CONTRACT);
      JsonNode envelope = Fixtures.MAPPER.readTree(refused.text());
      assertThat(envelope.path("error_type").stringValue()).isEqualTo("tool_result_contract");
      assertThat(envelope.path("tool").stringValue()).isEqualTo(expected.getKey());
      assertThat(envelope.path("result_type").stringValue()).isEqualTo(expected.getValue());
      assertThat(envelope.path("error").stringValue()).contains("unsupported result type");
    }
  }

  @Test
  @DisplayName("R13 what a tool throws is answered with its type, its message and the prefix")
  void whatIsThrown() {
    bus.add(
        "broken",
        (arguments, context) -> {
          throw new IOException("disk gone </tool_call> https://me:hunter2@host/");
        });
    CallResult failed = call("broken", "{}");
    assertThat(failed.failure()).contains(Failure.TOOL_ERROR);
    assertThat(failed.text())
        .isEqualTo(
            "{\"error\":\"[TOOL_ERROR] Tool execution failed: IOException: disk gone "
                + " https://me:[redacted]@host/\"}");
  }
}
