package dev.talaria.mcp.server.internal.modern;

import dev.talaria.api.InputRequest;
import dev.talaria.api.ToolContext.Elicitation;
import dev.talaria.mcp.server.internal.asking.Answers;
import dev.talaria.mcp.server.internal.asking.OpenCall;
import dev.talaria.mcp.server.internal.protocol.Reply;
import dev.talaria.mcp.server.internal.tools.CallSide;
import dev.talaria.mcp.wire.input.AnswerReader;
import dev.talaria.mcp.wire.input.ClientAbilities;
import dev.talaria.mcp.wire.input.InputWriter;
import dev.talaria.mcp.wire.json.JsonObject;
import dev.talaria.mcp.wire.json.JsonWriter;
import dev.talaria.mcp.wire.jsonrpc.ErrorCode;
import dev.talaria.mcp.wire.jsonrpc.JsonRpcError;
import dev.talaria.mcp.wire.protocol.LogLevel;
import dev.talaria.mcp.wire.protocol.Revision;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * One call over as many requests as it takes (MCP 2026-07-28, "Multi Round-Trip Requests"). What is
 * asked of the client ends the request at hand; the call goes on and waits, and the client's next
 * request, with the answers, is its new one. An answer of the call that comes while no request is
 * at hand is kept for the next.
 *
 * <p>The fields below the line are guarded by the object; replies, answers and the registry are
 * called without it.
 */
final class ModernCall implements CallSide, OpenCall {
  /** How much longer than for answers a client is waited for: it may bring late ones. */
  private static final Duration GRACE = Duration.ofSeconds(30);

  private static final InputWriter WRITER = new InputWriter(Revision.R2026_07_28);
  private static final SecureRandom RANDOM = new SecureRandom();

  /**
   * What does not change over the rounds.
   *
   * @param binding who asks for what
   * @param early answers that came with the first request, by name
   */
  record Facts(
      String callId,
      String principal,
      String binding,
      ClientAbilities abilities,
      Optional<LogLevel> logLevel,
      JsonObject early) {}

  private record Question(
      InputRequest request, CompletableFuture<Elicitation> answer, Duration patience) {}

  private final Facts facts;
  private final ParkedCalls parked;
  private final Consumer<String> cancel;

  // ----
  private final Map<String, Question> open = new LinkedHashMap<>();
  private final List<InputRequest> lacking = new ArrayList<>();

  /** Null while the client is away. */
  private Reply reply;

  private Consumer<Reply> last;
  private boolean over;

  /**
   * @param cancel ends the call, with a reason
   */
  ModernCall(Facts facts, ParkedCalls parked, Reply first, Consumer<String> cancel) {
    this.facts = facts;
    this.parked = parked;
    this.reply = first;
    this.cancel = cancel;
  }

  /** Hears of the first client's going; to be called when the call has begun. */
  void watch() {
    Reply first;
    synchronized (this) {
      first = reply;
    }
    if (first != null) {
      watch(first);
    }
  }

  /** Closing the stream is how a client takes a request back in this era. */
  private void watch(Reply at) {
    at.onGone(
        () -> {
          boolean current;
          synchronized (this) {
            current = reply == at;
          }
          if (current) {
            cancel.accept("the client has closed the stream of its request");
          }
        });
  }

  @Override
  public String callId() {
    return facts.callId();
  }

  @Override
  public Optional<LogLevel> logLevel() {
    return facts.logLevel();
  }

  @Override
  public synchronized Optional<JsonRpcError> lacking() {
    if (lacking.isEmpty()) {
      return Optional.empty();
    }
    byte[] data =
        JsonWriter.write(
            json -> {
              json.writeStartObject();
              json.writeName("requiredCapabilities");
              ClientAbilities.writeNeeded(json, lacking);
              json.writeEndObject();
            });
    return Optional.of(
        new JsonRpcError(
            ErrorCode.MISSING_CLIENT_CAPABILITY,
            "The request needs a capability that the client did not declare",
            Optional.of(new String(data, StandardCharsets.UTF_8))));
  }

  @Override
  public CompletionStage<Map<String, Elicitation>> ask(
      Map<String, InputRequest> requests, Duration patience) {
    CompletableFuture<Map<String, Elicitation>> answers =
        Answers.all(requests, request -> ask(request.getKey(), request.getValue(), patience));
    sendOpen();
    return answers;
  }

  private CompletableFuture<Elicitation> ask(String name, InputRequest request, Duration patience) {
    if (!facts.abilities().has(request)) {
      synchronized (this) {
        lacking.add(request);
      }
      return Answers.unavailable(
          "the client did not declare that it can be asked by " + InputWriter.method(request));
    }
    Optional<Elicitation> early =
        facts.early().object(name).flatMap(said -> AnswerReader.read(request, said));
    // An approval has no name: nobody can have answered it before it was asked.
    if (!name.isEmpty() && early.isPresent()) {
      return CompletableFuture.completedFuture(early.get());
    }
    Question question = new Question(request, new CompletableFuture<>(), patience);
    synchronized (this) {
      String key = name.isEmpty() || open.containsKey(name) ? name + "q" + random() : name;
      open.put(key, question);
      question.answer().whenComplete((said, failure) -> withdraw(key, question));
    }
    return question.answer();
  }

  private static String random() {
    byte[] bytes = new byte[8];
    RANDOM.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private synchronized void withdraw(String key, Question question) {
    open.remove(key, question);
  }

  /** Ends the request at hand with what is asked, if there is both. */
  private void sendOpen() {
    Reply at;
    Map<String, Question> asked;
    synchronized (this) {
      if (reply == null || open.isEmpty() || over) {
        return;
      }
      at = reply;
      reply = null;
      asked = new LinkedHashMap<>(open);
    }
    Duration patience =
        asked.values().stream().map(Question::patience).max(Duration::compareTo).orElseThrow();
    Optional<String> state =
        parked.park(this, facts.principal(), facts.binding(), patience.plus(GRACE));
    if (state.isEmpty()) {
      synchronized (this) {
        reply = at;
      }
      asked
          .values()
          .forEach(
              question ->
                  Answers.unavailable("too many calls wait for their clients already")
                      .thenAccept(question.answer()::complete));
      return;
    }
    at.result(inputRequired(asked, state.get()));
  }

  private static byte[] inputRequired(Map<String, Question> asked, String state) {
    return JsonWriter.write(
        json -> {
          json.writeStartObject();
          json.writeStringProperty("resultType", "input_required");
          json.writeName("inputRequests");
          json.writeStartObject();
          asked.forEach(
              (key, question) -> {
                JsonWriter.name(json, key);
                json.writeStartObject();
                json.writeStringProperty("method", InputWriter.method(question.request()));
                json.writeName("params");
                WRITER.writeParams(json, question.request(), key);
                json.writeEndObject();
              });
          json.writeEndObject();
          json.writeStringProperty("requestState", state);
          json.writeEndObject();
        });
  }

  /**
   * The client has come back.
   *
   * @param responses by name; what is missing or malformed is asked for again
   */
  void resume(Reply next, JsonObject responses) {
    List<Runnable> answers = new ArrayList<>();
    Consumer<Reply> end;
    synchronized (this) {
      end = last;
      if (end == null) {
        reply = next;
        // Gone from here before anybody hears of it: the tool may ask the next thing at once.
        open.entrySet()
            .removeIf(
                asked -> {
                  Question question = asked.getValue();
                  Optional<Elicitation> said =
                      responses
                          .object(asked.getKey())
                          .flatMap(answer -> AnswerReader.read(question.request(), answer));
                  said.ifPresent(answer -> answers.add(() -> question.answer().complete(answer)));
                  return said.isPresent();
                });
      }
    }
    if (end != null) {
      end.accept(next);
      return;
    }
    watch(next);
    answers.forEach(Runnable::run);
    sendOpen();
  }

  /** Nobody comes back any more. */
  void abandon(String reason) {
    cancel.accept(reason);
  }

  @Override
  public void result(byte[] resultJson) {
    end(r -> r.result(resultJson));
  }

  @Override
  public void error(JsonRpcError error) {
    end(r -> r.error(error));
  }

  @Override
  public void malformed(JsonRpcError error) {
    end(r -> r.malformed(error));
  }

  @Override
  public void withdraw() {
    end(Reply::withdraw);
  }

  private void end(Consumer<Reply> answer) {
    Reply at;
    synchronized (this) {
      if (over) {
        return;
      }
      over = true;
      at = reply;
      if (at == null) {
        last = answer;
        return;
      }
    }
    answer.accept(at);
  }

  @Override
  public void notify(String key, byte[] message) {
    Reply at;
    synchronized (this) {
      at = reply;
    }
    if (at != null) {
      at.notify(key, message);
    }
  }

  /** In this era a server sends no requests. */
  @Override
  public boolean request(String key, byte[] message) {
    return false;
  }

  @Override
  public void onGone(Runnable action) {
    throw new UnsupportedOperationException("a call hears of its clients by itself");
  }
}
