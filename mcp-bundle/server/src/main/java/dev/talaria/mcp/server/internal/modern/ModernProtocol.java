package dev.talaria.mcp.server.internal.modern;

import dev.talaria.admin.ConnectedClients.Client;
import dev.talaria.mcp.server.internal.modern.ModernSessions.Lease;
import dev.talaria.mcp.server.internal.notify.ChangeBroadcaster;
import dev.talaria.mcp.server.internal.protocol.Caller;
import dev.talaria.mcp.server.internal.protocol.Capabilities;
import dev.talaria.mcp.server.internal.protocol.Reply;
import dev.talaria.mcp.server.internal.protocol.ServerIdentity;
import dev.talaria.mcp.server.internal.settings.ServerSettings;
import dev.talaria.mcp.server.internal.tools.ListFormat;
import dev.talaria.mcp.server.internal.tools.ToolPages;
import dev.talaria.mcp.wire.json.JsonObject;
import dev.talaria.mcp.wire.json.JsonWriter;
import dev.talaria.mcp.wire.jsonrpc.ErrorCode;
import dev.talaria.mcp.wire.jsonrpc.JsonRpcError;
import dev.talaria.mcp.wire.jsonrpc.Message.Request;
import dev.talaria.mcp.wire.protocol.Methods;
import dev.talaria.mcp.wire.protocol.Revision;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The revision without sessions, whatever carries it: each request stands for itself, and what it
 * sees depends on its principal and nothing else. Thread-safe; nothing here waits for a tool or a
 * peer.
 */
public final class ModernProtocol {
  private static final int MAX_LISTENINGS = 10_000;
  private static final Revision REVISION = Revision.R2026_07_28;

  /** A list may change at any moment: a client that does not listen should ask again. */
  private static final long LIST_TTL_MILLIS = 0;

  private static final long DISCOVER_TTL_MILLIS = 3_600_000;

  private final ModernSessions sessions;
  private final ModernCalls calls;
  private final ToolPages pages;
  private final ChangeBroadcaster changes;
  private final Supplier<ServerSettings> settings;
  private final ListFormat listFormat;
  private final byte[] discovered;
  private final Set<Listening> listenings = ConcurrentHashMap.newKeySet();

  /** Serves these sessions. */
  public ModernProtocol(
      ModernSessions sessions,
      ModernCalls calls,
      ToolPages pages,
      ChangeBroadcaster changes,
      ServerIdentity identity,
      Supplier<ServerSettings> settings) {
    this.sessions = sessions;
    this.calls = calls;
    this.pages = pages;
    this.changes = changes;
    this.settings = settings;
    this.listFormat =
        new ListFormat(
            REVISION,
            json -> {
              identity.writeModernHead(json);
              json.writeNumberProperty("ttlMs", LIST_TTL_MILLIS);
              json.writeStringProperty("cacheScope", "private");
            });
    this.discovered = discoverResult(identity);
  }

  private static byte[] discoverResult(ServerIdentity identity) {
    return JsonWriter.write(
        json -> {
          json.writeStartObject();
          identity.writeModernHead(json);
          json.writeName("supportedVersions");
          json.writeStartArray();
          Revision.versions().forEach(json::writeString);
          json.writeEndArray();
          Capabilities.write(json);
          json.writeStringProperty("instructions", ServerIdentity.INSTRUCTIONS);
          json.writeNumberProperty("ttlMs", DISCOVER_TTL_MILLIS);
          json.writeStringProperty("cacheScope", "public");
          json.writeEndObject();
        });
  }

  /** Answers a request. */
  public void handle(Caller caller, Request request, Reply reply) {
    RequestMeta meta = RequestMeta.of(request.params());
    if (meta instanceof RequestMeta.Invalid invalid) {
      reply.malformed(invalid.error());
      return;
    }
    RequestMeta.Valid valid = (RequestMeta.Valid) meta;
    String client = valid.client();
    switch (request.method()) {
      case Methods.DISCOVER -> reply.result(discovered);
      case Methods.TOOLS_LIST -> list(caller, client, request.params(), reply);
      case Methods.TOOLS_CALL -> calls.call(caller, valid, request.params(), reply);
      case Methods.SUBSCRIPTIONS_LISTEN -> listen(caller, client, request, reply);
      default ->
          reply.error(
              JsonRpcError.of(
                  ErrorCode.METHOD_NOT_FOUND,
                  "Method not found: "
                      + request.method()
                      + " (protocol versions: "
                      + String.join(", ", Revision.versions())
                      + ")"));
    }
  }

  /** Ends all listening with the answer that says so; to be called before the sessions close. */
  public void finishListening() {
    listenings.forEach(Listening::finish);
    listenings.clear();
  }

  /** Returns the principals with a session. */
  public List<Client> clients() {
    return sessions.clients();
  }

  private void list(Caller caller, String client, JsonObject params, Reply reply) {
    if (params.has("cursor") && params.string("cursor").isEmpty()) {
      reply.error(invalid("\"cursor\" must be a string"));
      return;
    }
    Optional<byte[]> page;
    try (Lease lease = sessions.lease(caller.principal(), client, false)) {
      page =
          pages.page(
              lease.tools().view(), listFormat, settings.get().pageSize(), params.string("cursor"));
    }
    page.ifPresentOrElse(
        reply::result,
        () ->
            reply.error(
                invalid(
                    "the cursor is unknown, or the tools have changed since: list again from the"
                        + " first page")));
  }

  private void listen(Caller caller, String client, Request request, Reply reply) {
    Optional<JsonObject> filter = request.params().object("notifications");
    if (filter.isEmpty()) {
      reply.error(invalid("\"notifications\" must be an object that says what to hear of"));
      return;
    }
    if (filter.get().has("toolsListChanged") && filter.get().bool("toolsListChanged").isEmpty()) {
      reply.error(invalid("\"toolsListChanged\" must be true or false"));
      return;
    }
    if (listenings.size() >= MAX_LISTENINGS) {
      reply.error(
          JsonRpcError.of(
              ErrorCode.INTERNAL_ERROR,
              "Too many clients listen (limit " + MAX_LISTENINGS + "). Try again later."));
      return;
    }
    Listening listening =
        new Listening(
            request.id(), reply, sessions.lease(caller.principal(), client, true), changes);
    listenings.add(listening);
    listening.start(filter.get().bool("toolsListChanged").orElse(false));
    reply.onGone(
        () -> {
          listenings.remove(listening);
          listening.left();
        });
  }

  private static JsonRpcError invalid(String why) {
    return JsonRpcError.of(ErrorCode.INVALID_PARAMS, "Invalid params: " + why);
  }
}
