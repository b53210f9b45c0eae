package dev.talaria.mcp.server.internal.legacy;

import dev.talaria.admin.ConnectedClients.Client;
import dev.talaria.mcp.server.internal.asking.Askers;
import dev.talaria.mcp.server.internal.protocol.Caller;
import dev.talaria.mcp.server.internal.protocol.Capabilities;
import dev.talaria.mcp.server.internal.protocol.ClientName;
import dev.talaria.mcp.server.internal.protocol.MessageSink;
import dev.talaria.mcp.server.internal.protocol.Reply;
import dev.talaria.mcp.server.internal.protocol.ServerIdentity;
import dev.talaria.mcp.server.internal.settings.ServerSettings;
import dev.talaria.mcp.server.internal.tools.CallFormat;
import dev.talaria.mcp.server.internal.tools.ListFormat;
import dev.talaria.mcp.server.internal.tools.ToolCalls;
import dev.talaria.mcp.server.internal.tools.ToolPages;
import dev.talaria.mcp.wire.input.ClientAbilities;
import dev.talaria.mcp.wire.json.JsonObject;
import dev.talaria.mcp.wire.json.JsonWriter;
import dev.talaria.mcp.wire.jsonrpc.ErrorCode;
import dev.talaria.mcp.wire.jsonrpc.JsonRpcError;
import dev.talaria.mcp.wire.jsonrpc.Message;
import dev.talaria.mcp.wire.jsonrpc.Message.Notification;
import dev.talaria.mcp.wire.jsonrpc.Message.Request;
import dev.talaria.mcp.wire.jsonrpc.MessageWriter;
import dev.talaria.mcp.wire.jsonrpc.RequestId;
import dev.talaria.mcp.wire.protocol.Era;
import dev.talaria.mcp.wire.protocol.LogLevel;
import dev.talaria.mcp.wire.protocol.Methods;
import dev.talaria.mcp.wire.protocol.Revision;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The revisions with a handshake, whatever carries them. Thread-safe; nothing here waits for a tool
 * or a peer.
 */
public final class LegacyProtocol {
  private static final int MAX_CALLS = 256;

  /** What came of {@code initialize}. */
  public sealed interface Opening {
    /** A session is open. */
    record Opened(LegacySession session, byte[] resultJson) implements Opening {}

    /** None was opened; the status is HTTP's. */
    record Refused(int status, JsonRpcError error) implements Opening {}
  }

  private final LegacySessions sessions;
  private final Askers askers;
  private final ToolPages pages;
  private final ServerIdentity identity;
  private final Supplier<ServerSettings> settings;
  private final Map<Revision, ListFormat> listFormats = new EnumMap<>(Revision.class);
  private final Map<Revision, CallFormat> callFormats = new EnumMap<>(Revision.class);

  /** Serves these sessions. */
  public LegacyProtocol(
      LegacySessions sessions,
      Askers askers,
      ToolPages pages,
      ServerIdentity identity,
      Supplier<ServerSettings> settings) {
    this.sessions = sessions;
    this.askers = askers;
    this.pages = pages;
    this.identity = identity;
    this.settings = settings;
    // A tool looks the same in all revisions with structured results, and in all without.
    ListFormat plain = new ListFormat(Revision.R2024_11_05, json -> {});
    ListFormat structured = new ListFormat(Revision.LATEST_LEGACY, json -> {});
    for (Revision revision : Revision.values()) {
      if (revision.era() == Era.LEGACY) {
        listFormats.put(revision, revision.hasStructuredResults() ? structured : plain);
        callFormats.put(revision, new CallFormat(revision, json -> {}));
      }
    }
  }

  /** Opens a session. */
  public Opening initialize(Caller caller, JsonObject params) {
    Optional<String> asked = params.string("protocolVersion");
    if (asked.isEmpty()) {
      return new Opening.Refused(
          200,
          invalid(
              "\"protocolVersion\" must be one of "
                  + String.join(", ", Revision.versions(Era.LEGACY))));
    }
    Revision revision =
        Revision.of(asked.get()).filter(r -> r.era() == Era.LEGACY).orElse(Revision.LATEST_LEGACY);
    LegacySessions.Opened opened =
        sessions.open(
            caller,
            revision,
            ClientName.of(params.object("clientInfo")),
            ClientAbilities.of(params.object("capabilities").orElse(JsonObject.EMPTY)));
    if (opened instanceof LegacySessions.Opened.Open open) {
      return new Opening.Opened(open.session(), initializeResult(revision));
    }
    LegacySessions.Opened.Full full = (LegacySessions.Opened.Full) opened;
    return new Opening.Refused(
        full.status(), JsonRpcError.of(ErrorCode.INTERNAL_ERROR, full.message()));
  }

  private byte[] initializeResult(Revision revision) {
    return JsonWriter.write(
        json -> {
          json.writeStartObject();
          json.writeStringProperty("protocolVersion", revision.version());
          Capabilities.write(json);
          identity.write(json, "serverInfo");
          json.writeStringProperty("instructions", ServerIdentity.INSTRUCTIONS);
          json.writeEndObject();
        });
  }

  /** Returns a caller's session. */
  public Optional<LegacySession> find(String id, Caller caller) {
    return sessions.find(id, caller);
  }

  /** Answers a request of a session. */
  public void handle(LegacySession session, Request request, Reply reply) {
    switch (request.method()) {
      case Methods.PING -> reply.result(MessageWriter.EMPTY_OBJECT);
      case Methods.LOGGING_SET_LEVEL -> setLevel(session, request.params(), reply);
      case Methods.TOOLS_LIST -> list(session, request.params(), reply);
      case Methods.TOOLS_CALL -> call(session, request, reply);
      case Methods.INITIALIZE ->
          reply.malformed(
              JsonRpcError.of(
                  ErrorCode.INVALID_REQUEST,
                  "This session is initialized already; initialize without its id to open"
                      + " another."));
      default ->
          reply.error(
              JsonRpcError.of(ErrorCode.METHOD_NOT_FOUND, "Method not found: " + request.method()));
    }
  }

  /** Takes note of a notification; what is unknown or comes too late is ignored. */
  public void notified(LegacySession session, Notification notification) {
    if (notification.method().equals(Methods.CANCELLED)) {
      RequestId.of(notification.params(), "requestId")
          .map(session.calls()::get)
          .ifPresent(
              call ->
                  call.cancel(
                      notification.params().string("reason").orElse("cancelled by the client")));
    }
  }

  /** Takes a response to a request of ours. */
  public void answered(LegacySession session, Message message) {
    if (message instanceof Message.Response response) {
      session.questions().answered(response.id(), response.result());
    } else if (message instanceof Message.ErrorResponse failed) {
      session.questions().failed(failed.id(), failed.error());
    }
  }

  /** Sends the session's notifications to a stream until it closes. */
  public void listen(LegacySession session, MessageSink stream) {
    session.listen(stream);
  }

  /** Ends a session. */
  public void end(LegacySession session) {
    sessions.end(session);
  }

  /** Returns the clients with a session. */
  public List<Client> clients() {
    return sessions.all().stream()
        .map(
            s ->
                new Client(
                    s.client(),
                    s.caller().principal().name(),
                    Era.LEGACY.label(),
                    s.since(),
                    s.isListening()))
        .toList();
  }

  private static void setLevel(LegacySession session, JsonObject params, Reply reply) {
    Optional<LogLevel> level = params.string("level").flatMap(LogLevel::of);
    if (level.isEmpty()) {
      reply.error(invalid("\"level\" must be one of " + LogLevel.words()));
      return;
    }
    session.logFrom(level.get());
    reply.result(MessageWriter.EMPTY_OBJECT);
  }

  private void list(LegacySession session, JsonObject params, Reply reply) {
    if (params.has("cursor") && params.string("cursor").isEmpty()) {
      reply.error(invalid("\"cursor\" must be a string"));
      return;
    }
    session.listed();
    pages
        .page(
            session.tools().view(),
            listFormats.get(session.revision()),
            settings.get().pageSize(),
            params.string("cursor"))
        .ifPresentOrElse(
            reply::result,
            () ->
                reply.error(
                    invalid(
                        "the cursor is unknown, or the tools have changed since: list again from"
                            + " the first page")));
  }

  private void call(LegacySession session, Request request, Reply reply) {
    if (session.calls().size() >= MAX_CALLS) {
      reply.error(
          JsonRpcError.of(
              ErrorCode.INTERNAL_ERROR,
              "Too many calls are under way in this session (limit " + MAX_CALLS + ")."));
      return;
    }
    String callId = askers.newId();
    LegacyCall call =
        new LegacyCall(
            callId,
            session,
            reply,
            () -> {
              session.calls().remove(request.id());
              askers.close(callId);
            });
    if (session.calls().putIfAbsent(request.id(), call) != null) {
      reply.malformed(
          JsonRpcError.of(
              ErrorCode.INVALID_REQUEST, "A request with this id is under way already."));
      return;
    }
    askers.open(callId, call);
    try {
      ToolCalls.start(session.tools(), request.params(), callFormats.get(session.revision()), call)
          .ifPresent(call::started);
    } catch (RuntimeException e) {
      session.calls().remove(request.id());
      askers.close(callId);
      throw e;
    }
  }

  private static JsonRpcError invalid(String why) {
    return JsonRpcError.of(ErrorCode.INVALID_PARAMS, "Invalid params: " + why);
  }
}
