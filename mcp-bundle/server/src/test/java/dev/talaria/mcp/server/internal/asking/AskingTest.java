package dev.talaria.mcp.server.internal.asking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.talaria.admin.Elicitor;
import dev.talaria.api.CallResult;
import dev.talaria.api.ChatMessage;
import dev.talaria.api.Content;
import dev.talaria.api.InputRequest;
import dev.talaria.api.ToolContext.Elicitation;
import dev.talaria.mcp.server.internal.legacy.LegacyProtocol;
import dev.talaria.mcp.server.internal.legacy.LegacySession;
import dev.talaria.mcp.server.internal.protocol.Caller;
import dev.talaria.mcp.server.testing.FakeReply;
import dev.talaria.mcp.server.testing.FakeTool;
import dev.talaria.mcp.server.testing.Protocols;
import dev.talaria.mcp.wire.json.JsonLimits;
import dev.talaria.mcp.wire.jsonrpc.Decoded;
import dev.talaria.mcp.wire.jsonrpc.ErrorCode;
import dev.talaria.mcp.wire.jsonrpc.MessageDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What tools ask their clients, in both eras. */
class AskingTest {
  private static final InputRequest FORM = new InputRequest.Form("Sure?", "");
  private static final String ALL = "\"elicitation\":{},\"sampling\":{},\"roots\":{}";

  private final Protocols protocols = new Protocols();

  @BeforeEach
  void tools() {
    tool("asks", Map.of("sure", FORM));
    tool("approves", Map.of(Elicitor.NAMELESS, FORM));
    tool(
        "samples",
        Map.of("said", new InputRequest.Sampling(List.of(ChatMessage.user("Hi")), "", 5)));
  }

  @AfterEach
  void close() {
    protocols.close();
  }

  /** A tool that asks once, fails if nobody can be asked, and else says what was answered. */
  private void tool(String name, Map<String, InputRequest> requests) {
    protocols.registry.put(
        new FakeTool(
            name,
            "a",
            (call, cancelled) -> {
              Map<String, Elicitation> said =
                  protocols
                      .askers
                      .ask(call.callId().orElseThrow(), requests, Duration.ofMinutes(1))
                      .toCompletableFuture()
                      .get(20, TimeUnit.SECONDS);
              Elicitation one = said.values().iterator().next();
              boolean failed = one.action() == Elicitation.Action.UNAVAILABLE;
              return new CallResult(
                  List.of(new Content.Text(one.action() + " " + one.content() + one.reason())),
                  Optional.empty(),
                  failed ? Optional.of(CallResult.Failure.TOOL_ERROR) : Optional.empty());
            }));
  }

  private FakeReply modern(Caller caller, String abilities, String params) {
    FakeReply reply = new FakeReply();
    String meta =
        "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
            + "\"io.modelcontextprotocol/clientCapabilities\":{"
            + abilities
            + "}}";
    protocols.modern.handle(
        caller, Protocols.request("1", "tools/call", "{" + params + "," + meta + "}"), reply);
    return reply;
  }

  private FakeReply retry(Caller caller, String call, JsonNode asked, String answers) {
    return modern(
        caller,
        ALL,
        call
            + ",\"requestState\":\""
            + asked.get("requestState").asString()
            + "\",\"inputResponses\":{"
            + answers
            + "}");
  }

  private static String text(JsonNode result) {
    return result.get("content").get(0).get("text").asString();
  }

  @Test
  void aModernCallGoesOnWithTheClientsAnswers() throws Exception {
    String call = "\"name\":\"asks\",\"arguments\":{\"a\":1,\"b\":{\"c\":\"x\"}}";
    JsonNode asked = modern(Protocols.HOME, ALL, call).result();
    assertThat(asked.get("resultType").asString()).isEqualTo("input_required");
    assertThat(asked.get("inputRequests").get("sure").get("method").asString())
        .isEqualTo("elicitation/create");

    // Other order, other spacing: the same request.
    String same = "\"arguments\":{ \"b\": {\"c\": \"x\"}, \"a\": 1 },\"name\":\"asks\"";
    String yes = "\"sure\":{\"action\":\"accept\",\"content\":{\"why\":\"because\"}}";
    assertThat(text(retry(Protocols.HOME, same, asked, yes).result()))
        .isEqualTo("ACCEPTED {why=because}");
    assertThat(retry(Protocols.HOME, same, asked, yes).error().code())
        .as("a state is good once")
        .isEqualTo(ErrorCode.INVALID_PARAMS);
  }

  @Test
  void whatIsMissingOrMalformedIsAskedForAgain() throws Exception {
    String call = "\"name\":\"asks\"";
    JsonNode asked = modern(Protocols.HOME, ALL, call).result();
    JsonNode again = retry(Protocols.HOME, call, asked, "\"other\":{}").result();
    JsonNode third = retry(Protocols.HOME, call, again, "\"sure\":{\"action\":7}").result();
    assertThat(third.get("inputRequests").has("sure")).isTrue();
    assertThat(third.get("requestState")).isNotEqualTo(asked.get("requestState"));
    assertThat(
            text(retry(Protocols.HOME, call, third, "\"sure\":{\"action\":\"decline\"}").result()))
        .startsWith("DECLINED");
  }

  @Test
  void aStateIsForOnePrincipalAndOneRequest() throws Exception {
    String call = "\"name\":\"asks\",\"arguments\":{\"a\":1}";
    String yes = "\"sure\":{\"action\":\"accept\",\"content\":{}}";
    JsonNode asked = modern(Protocols.HOME, ALL, call).result();
    Caller other = Protocols.caller("other", Set.of());
    String otherArguments = "\"name\":\"asks\",\"arguments\":{\"a\":2}";
    assertThat(retry(other, call, asked, yes).error().code()).isEqualTo(ErrorCode.INVALID_PARAMS);
    assertThat(retry(Protocols.HOME, otherArguments, asked, yes).error().code())
        .isEqualTo(ErrorCode.INVALID_PARAMS);
    assertThat(text(retry(Protocols.HOME, call, asked, yes).result())).startsWith("ACCEPTED");
  }

  @Test
  void answersMayComeFirstButNotToAnApproval() throws Exception {
    String yes = "{\"action\":\"accept\",\"content\":{}}";
    assertThat(
            text(
                modern(
                        Protocols.HOME,
                        ALL,
                        "\"name\":\"asks\",\"inputResponses\":{\"sure\":" + yes + "}")
                    .result()))
        .startsWith("ACCEPTED");
    JsonNode asked =
        modern(
                Protocols.HOME,
                ALL,
                "\"name\":\"approves\",\"inputResponses\":{\"\":" + yes + ",\"q\":" + yes + "}")
            .result();
    assertThat(asked.get("resultType").asString()).isEqualTo("input_required");
  }

  @Test
  void aFailureForWhatTheClientLacksNamesTheCapability() throws Exception {
    var error = modern(Protocols.HOME, "\"elicitation\":{}", "\"name\":\"samples\"").error();
    assertThat(error.code()).isEqualTo(ErrorCode.MISSING_CLIENT_CAPABILITY);
    assertThat(error.dataJson()).contains("{\"requiredCapabilities\":{\"sampling\":{}}}");
  }

  private LegacySession session(String abilities) {
    return ((LegacyProtocol.Opening.Opened)
            protocols.legacy.initialize(
                Protocols.HOME,
                Protocols.params(
                    "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{" + abilities + "}}")))
        .session();
  }

  private FakeReply legacy(LegacySession session, String name) {
    FakeReply reply = new FakeReply();
    protocols.legacy.handle(
        session, Protocols.request("1", "tools/call", "{\"name\":\"" + name + "\"}"), reply);
    return reply;
  }

  private void respond(LegacySession session, JsonNode asked, String rest) {
    String text = "{\"jsonrpc\":\"2.0\",\"id\":" + asked.get("id") + "," + rest + "}";
    Decoded decoded =
        new MessageDecoder(JsonLimits.DEFAULT).decode(text.getBytes(StandardCharsets.UTF_8), false);
    protocols.legacy.answered(session, ((Decoded.Valid) decoded).message());
  }

  @Test
  void aLegacyClientIsAskedOnTheStreamOfItsCall() throws Exception {
    LegacySession session = session(ALL);
    FakeReply reply = legacy(session, "samples");
    await().until(() -> !reply.messages.isEmpty());
    JsonNode asked = reply.messages.get(0);
    assertThat(asked.get("method").asString()).isEqualTo("sampling/createMessage");
    assertThat(asked.get("params").get("maxTokens").asInt()).isEqualTo(5);
    respond(
        session,
        asked,
        "\"result\":{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"Ho\"}}");
    assertThat(text(reply.result())).contains("ACCEPTED").contains("text=Ho");
  }

  @Test
  void whatALegacyClientRefusesOrLacksIsUnavailable() throws Exception {
    LegacySession session = session(ALL);
    FakeReply reply = legacy(session, "asks");
    await().until(() -> !reply.messages.isEmpty());
    respond(session, reply.messages.get(0), "\"error\":{\"code\":-1,\"message\":\"not now\"}");
    assertThat(text(reply.result())).contains("UNAVAILABLE").contains("not now");

    assertThat(text(legacy(session(""), "asks").result())).contains("did not declare");
  }

  @Test
  void theEndOfASessionAnswersItsQuestions() throws Exception {
    LegacySession session = session(ALL);
    FakeReply reply = legacy(session, "asks");
    await().until(() -> !reply.messages.isEmpty());
    protocols.legacy.end(session);
    assertThat(text(reply.result())).isNotEmpty();
  }
}
