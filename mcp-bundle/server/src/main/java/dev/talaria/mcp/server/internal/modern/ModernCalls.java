package dev.talaria.mcp.server.internal.modern;

import dev.talaria.api.CallHandle;
import dev.talaria.mcp.server.internal.asking.Askers;
import dev.talaria.mcp.server.internal.modern.ModernSessions.Lease;
import dev.talaria.mcp.server.internal.protocol.Caller;
import dev.talaria.mcp.server.internal.protocol.Reply;
import dev.talaria.mcp.server.internal.protocol.ServerIdentity;
import dev.talaria.mcp.server.internal.tools.CallFormat;
import dev.talaria.mcp.server.internal.tools.ToolCalls;
import dev.talaria.mcp.wire.json.JsonObject;
import dev.talaria.mcp.wire.jsonrpc.ErrorCode;
import dev.talaria.mcp.wire.jsonrpc.JsonRpcError;
import dev.talaria.mcp.wire.protocol.Methods;
import dev.talaria.mcp.wire.protocol.Revision;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Begins calls, and takes up those whose clients come back with answers. Thread-safe. */
public final class ModernCalls {
  private final ModernSessions sessions;
  private final Askers askers;
  private final ParkedCalls parked;
  private final CallFormat format;

  /** Serves these sessions. */
  public ModernCalls(
      ModernSessions sessions, Askers askers, ParkedCalls parked, ServerIdentity identity) {
    this.sessions = sessions;
    this.askers = askers;
    this.parked = parked;
    this.format = new CallFormat(Revision.R2026_07_28, identity::writeModernHead);
  }

  void call(Caller caller, RequestMeta.Valid meta, JsonObject params, Reply reply) {
    if (params.has("inputResponses") && params.object("inputResponses").isEmpty()) {
      reply.error(invalid("\"inputResponses\" must be an object"));
      return;
    }
    JsonObject responses = params.object("inputResponses").orElse(JsonObject.EMPTY);
    String principal = caller.principal().name();
    String binding = Binding.of(principal, Methods.TOOLS_CALL, "name", params);
    if (params.has("requestState")) {
      params
          .string("requestState")
          .flatMap(state -> parked.take(state, binding))
          .ifPresentOrElse(
              call -> call.resume(reply, responses),
              () ->
                  reply.error(
                      invalid(
                          "\"requestState\" is none of this request, was used already or is over:"
                              + " begin anew without it")));
      return;
    }
    begin(
        caller,
        meta,
        params,
        new ModernCall.Facts(
            askers.newId(), principal, binding, meta.abilities(), meta.logLevel(), responses),
        reply);
  }

  private void begin(
      Caller caller,
      RequestMeta.Valid meta,
      JsonObject params,
      ModernCall.Facts facts,
      Reply reply) {
    CompletableFuture<CallHandle> handle = new CompletableFuture<>();
    ModernCall call =
        new ModernCall(
            facts, parked, reply, reason -> handle.thenAccept(begun -> begun.cancel(reason)));
    Lease lease = sessions.lease(caller.principal(), meta.client(), false);
    askers.open(facts.callId(), call);
    Optional<CallHandle> begun;
    try {
      begun = ToolCalls.start(lease.tools(), params, format, call);
    } catch (RuntimeException e) {
      end(facts, lease);
      throw e;
    }
    if (begun.isEmpty()) {
      end(facts, lease);
      return;
    }
    begun.get().result().whenComplete((result, failure) -> end(facts, lease));
    handle.complete(begun.get());
    call.watch();
  }

  private void end(ModernCall.Facts facts, Lease lease) {
    askers.close(facts.callId());
    lease.close();
  }

  private static JsonRpcError invalid(String why) {
    return JsonRpcError.of(ErrorCode.INVALID_PARAMS, "Invalid params: " + why);
  }
}
