package dev.talaria.mcp.server.internal.endpoint;

import dev.talaria.mcp.server.internal.legacy.LegacyProtocol;
import dev.talaria.mcp.server.internal.legacy.LegacySession;
import dev.talaria.mcp.server.internal.protocol.Caller;
import dev.talaria.mcp.server.internal.protocol.Reply;
import dev.talaria.mcp.server.internal.settings.ServerSettings;
import dev.talaria.mcp.server.internal.transport.EventStream;
import dev.talaria.mcp.server.internal.transport.HttpExchange;
import dev.talaria.mcp.wire.http.HeaderNames;
import dev.talaria.mcp.wire.jsonrpc.Decoded;
import dev.talaria.mcp.wire.jsonrpc.ErrorCode;
import dev.talaria.mcp.wire.jsonrpc.JsonRpcError;
import dev.talaria.mcp.wire.jsonrpc.Message;
import dev.talaria.mcp.wire.jsonrpc.MessageWriter;
import dev.talaria.mcp.wire.protocol.Era;
import dev.talaria.mcp.wire.protocol.Methods;
import dev.talaria.mcp.wire.protocol.Revision;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What Streamable HTTP of the legacy era adds to the protocol: session ids, streams, statuses. */
public final class LegacyEndpoint {
  private final LegacyProtocol protocol;
  private final Ticker ticker;
  private final Supplier<ServerSettings> settings;

  /** Serves this protocol. */
  public LegacyEndpoint(LegacyProtocol protocol, Ticker ticker, Supplier<ServerSettings> settings) {
    this.protocol = Objects.requireNonNull(protocol, "protocol");
    this.ticker = Objects.requireNonNull(ticker, "ticker");
    this.settings = Objects.requireNonNull(settings, "settings");
  }

  boolean allowsBatches(HttpExchange exchange, Caller caller) {
    List<String> ids = exchange.headers(HeaderNames.SESSION_ID);
    return ids.size() == 1
        && protocol
            .find(ids.get(0), caller)
            .filter(session -> session.revision().hasBatches())
            .isPresent();
  }

  void request(HttpExchange exchange, Caller caller, Message.Request request) {
    boolean opens =
        request.method().equals(Methods.INITIALIZE)
            && exchange.headers(HeaderNames.SESSION_ID).isEmpty();
    if (opens) {
      initialize(exchange, caller, request);
      return;
    }
    inSession(
        exchange,
        caller,
        session -> {
          ServerSettings current = settings.get();
          HttpReply reply =
              new HttpReply(
                  exchange, request.id(), Era.LEGACY, ticker, current, current.callKeepAlive());
          protocol.handle(session, request, reply);
          reply.watch();
        });
  }

  private void initialize(HttpExchange exchange, Caller caller, Message.Request request) {
    LegacyProtocol.Opening opening = protocol.initialize(caller, request.params());
    if (opening instanceof LegacyProtocol.Opening.Opened opened) {
      Map<String, String> headers = new HashMap<>(HttpAnswers.JSON);
      headers.put(HeaderNames.SESSION_ID, opened.session().id());
      exchange.answer(200, headers, MessageWriter.result(request.id(), opened.resultJson()));
    } else if (opening instanceof LegacyProtocol.Opening.Refused refused) {
      HttpAnswers.error(exchange, refused.status(), Optional.of(request.id()), refused.error());
    }
  }

  /** Takes a notification or a response. */
  void oneWay(HttpExchange exchange, Caller caller, Message message) {
    inSession(
        exchange,
        caller,
        session -> {
          if (message instanceof Message.Notification notification) {
            protocol.notified(session, notification);
          } else {
            protocol.answered(session, message);
          }
          HttpAnswers.accepted(exchange);
        });
  }

  void batch(HttpExchange exchange, Caller caller, Decoded.Batch batch) {
    inSession(
        exchange,
        caller,
        session -> {
          BatchReply replies = new BatchReply(exchange);
          for (Decoded.One one : batch.messages()) {
            if (one instanceof Decoded.Refused refused) {
              replies.add(MessageWriter.error(refused.id(), refused.error()));
            } else if (one instanceof Decoded.Valid valid) {
              part(session, valid.message(), replies);
            }
          }
          replies.complete();
        });
  }

  private void part(LegacySession session, Message message, BatchReply replies) {
    if (message instanceof Message.Request request) {
      Reply reply = replies.part(request.id());
      protocol.handle(session, request, reply);
    } else if (message instanceof Message.Notification notification) {
      protocol.notified(session, notification);
    } else {
      protocol.answered(session, message);
    }
  }

  void get(HttpExchange exchange, Caller caller) {
    if (!MediaTypes.accepts(exchange.headers("Accept"), MediaTypes.EVENTS)) {
      HttpAnswers.refuse(exchange, 406, "The Accept header must list text/event-stream.");
      return;
    }
    inSession(
        exchange,
        caller,
        session -> {
          ServerSettings current = settings.get();
          EventStream stream = exchange.openStream();
          new StreamPulse(stream, current.keepAlive(), current.stallLimit()).start(ticker);
          protocol.listen(session, new StreamSink(stream));
        });
  }

  void delete(HttpExchange exchange, Caller caller) {
    inSession(
        exchange,
        caller,
        session -> {
          protocol.end(session);
          exchange.answer(200, Map.of("Cache-Control", "no-store"), new byte[0]);
        });
  }

  private void inSession(HttpExchange exchange, Caller caller, Consumer<LegacySession> work) {
    List<String> ids = exchange.headers(HeaderNames.SESSION_ID);
    if (ids.size() != 1) {
      HttpAnswers.refuse(
          exchange,
          400,
          ids.isEmpty()
              ? "The MCP-Session-Id header is missing: send initialize first."
              : "The MCP-Session-Id header is given more than once.");
      return;
    }
    Optional<LegacySession> session = protocol.find(ids.get(0), caller);
    if (session.isEmpty()) {
      HttpAnswers.refuse(
          exchange, 404, "The session is unknown or has ended: send initialize to open another.");
      return;
    }
    Optional<String> wrong = EraRules.wrongLegacyVersion(exchange);
    if (wrong.isPresent()) {
      HttpAnswers.error(
          exchange,
          400,
          Optional.empty(),
          JsonRpcError.of(
              ErrorCode.INVALID_REQUEST,
              "The MCP-Protocol-Version header says '"
                  + wrong.get()
                  + "'; a session speaks one of "
                  + String.join(", ", Revision.versions(Era.LEGACY))
                  + "."));
      return;
    }
    work.accept(session.get());
  }
}
