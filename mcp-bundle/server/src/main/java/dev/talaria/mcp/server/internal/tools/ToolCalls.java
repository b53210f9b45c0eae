package dev.talaria.mcp.server.internal.tools;

import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolSession;
import dev.talaria.mcp.wire.json.JsonObject;
import dev.talaria.mcp.wire.jsonrpc.ErrorCode;
import dev.talaria.mcp.wire.jsonrpc.JsonRpcError;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Starts calls and hands their answers over. An unknown tool is the client's error; everything else
 * that goes wrong is a result, so that the model can mend it. Starting does not wait for the tool;
 * the answer is written on the thread that completes the call. Stateless.
 */
public final class ToolCalls {
  private static final Logger LOG = LoggerFactory.getLogger(ToolCalls.class);

  private ToolCalls() {}

  /**
   * Starts the call that the parameters describe.
   *
   * @return the call under way; empty if the reply has its answer already
   */
  public static Optional<CallHandle> start(
      ToolSession session, JsonObject params, CallFormat format, CallSide reply) {
    Optional<String> name = params.string("name");
    if (name.isEmpty()) {
      reply.error(invalid("\"name\" must be the name of a tool"));
      return Optional.empty();
    }
    if (params.has("arguments") && params.object("arguments").isEmpty()) {
      reply.error(invalid("\"arguments\" must be an object"));
      return Optional.empty();
    }
    CallHandle handle =
        session.start(
            new ToolCall(
                name.get(),
                params.raw("arguments").orElse(""),
                Optional.of(reply.callId()),
                Optional.of(new CallNotifier(params, reply))));
    handle
        .result()
        .whenComplete((result, failure) -> answer(name.get(), result, failure, format, reply));
    return Optional.of(handle);
  }

  private static void answer(
      String name, CallResult result, Throwable failure, CallFormat format, CallSide reply) {
    try {
      if (failure != null) {
        throw new IllegalStateException("a call ended without an answer", failure);
      }
      // One that is there and cannot run now is no unknown one: the model is told why.
      if (result.failure().filter(Failure.UNKNOWN_TOOL::equals).isPresent()) {
        reply.error(unknown(name));
      } else if (result.isFailure() && reply.lacking().isPresent()) {
        reply.error(reply.lacking().get());
      } else {
        reply.result(format.write(result));
      }
    } catch (RuntimeException e) {
      LOG.error("The result of tool {} could not be sent.", name, e);
      reply.error(
          JsonRpcError.of(
              ErrorCode.INTERNAL_ERROR,
              "The result of " + name + " could not be written; the runtime's log says why."));
    }
  }

  private static JsonRpcError unknown(String name) {
    return JsonRpcError.of(
        ErrorCode.INVALID_PARAMS, "Unknown tool: " + name + ". List the tools again.");
  }

  private static JsonRpcError invalid(String why) {
    return JsonRpcError.of(ErrorCode.INVALID_PARAMS, "Invalid params: " + why);
  }
}
