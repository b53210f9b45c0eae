package dev.talaria.mcp.server.internal.legacy;

import dev.talaria.api.InputRequest;
import dev.talaria.api.ToolContext.Elicitation;
import dev.talaria.api.ToolContext.Elicitation.Action;
import dev.talaria.mcp.server.internal.asking.Answers;
import dev.talaria.mcp.server.internal.protocol.Reply;
import dev.talaria.mcp.wire.input.AnswerReader;
import dev.talaria.mcp.wire.input.ClientAbilities;
import dev.talaria.mcp.wire.input.InputWriter;
import dev.talaria.mcp.wire.json.JsonObject;
import dev.talaria.mcp.wire.json.JsonWriter;
import dev.talaria.mcp.wire.jsonrpc.JsonRpcError;
import dev.talaria.mcp.wire.jsonrpc.MessageWriter;
import dev.talaria.mcp.wire.jsonrpc.RequestId;
import dev.talaria.mcp.wire.protocol.Methods;
import dev.talaria.mcp.wire.protocol.Revision;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The requests of one session to its client. Each goes out on the stream of the call that it is
 * for; its response comes as a message of its own. Whoever asked takes care of the time. Lock-free.
 */
final class LegacyQuestions {
  private static final int MAX_OPEN = 64;

  private record Question(InputRequest request, CompletableFuture<Elicitation> answer) {}

  private final ClientAbilities abilities;
  private final InputWriter writer;
  private final AtomicLong count = new AtomicLong();
  private final Map<RequestId, Question> open = new ConcurrentHashMap<>();

  LegacyQuestions(Revision revision, ClientAbilities abilities) {
    this.abilities = abilities;
    this.writer = new InputWriter(revision);
  }

  /** Asks on the stream of a reply. */
  CompletableFuture<Map<String, Elicitation>> ask(Map<String, InputRequest> requests, Reply reply) {
    return Answers.all(requests, request -> ask(request.getValue(), reply));
  }

  private CompletableFuture<Elicitation> ask(InputRequest request, Reply reply) {
    if (!abilities.has(request)) {
      return Answers.unavailable(
          "the client did not declare that it can be asked by " + InputWriter.method(request));
    }
    if (open.size() >= MAX_OPEN) {
      return Answers.unavailable("too many questions to this client are open already");
    }
    long number = count.incrementAndGet();
    RequestId id = new RequestId.Number(number);
    Question question = new Question(request, new CompletableFuture<>());
    open.put(id, question);
    question
        .answer()
        .whenComplete(
            (said, failure) -> {
              if (open.remove(id, question)) {
                reply.notify("withdraw-" + number, withdrawal(id));
              }
            });
    byte[] message =
        MessageWriter.request(
            id,
            InputWriter.method(request),
            JsonWriter.write(json -> writer.writeParams(json, request, "e" + number)));
    if (!reply.request("request-" + number, message)) {
      open.remove(id);
      question.answer().complete(unanswered("the client cannot be reached"));
    }
    return question.answer();
  }

  private static byte[] withdrawal(RequestId id) {
    return MessageWriter.notification(
        Methods.CANCELLED,
        JsonWriter.write(
            json -> {
              json.writeStartObject();
              id.write(json, "requestId");
              json.writeStringProperty("reason", "no answer is needed any more");
              json.writeEndObject();
            }));
  }

  /** Takes a response of the client; one that nobody waits for is ignored. */
  void answered(RequestId id, JsonObject result) {
    Question question = open.remove(id);
    if (question != null) {
      question
          .answer()
          .complete(
              AnswerReader.read(question.request(), result)
                  .orElseGet(() -> unanswered("the client's answer was malformed")));
    }
  }

  /** Takes an error of the client. */
  void failed(Optional<RequestId> id, JsonRpcError error) {
    Question question = id.map(open::remove).orElse(null);
    if (question != null) {
      question.answer().complete(unanswered("the client answered: " + error.message()));
    }
  }

  /** Nobody will answer any more. */
  void close() {
    open.keySet()
        .forEach(
            id -> {
              Question question = open.remove(id);
              if (question != null) {
                question.answer().complete(unanswered("the client's session has ended"));
              }
            });
  }

  private static Elicitation unanswered(String why) {
    return new Elicitation(Action.UNAVAILABLE, Map.of(), why);
  }
}
