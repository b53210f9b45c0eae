package dev.talaria.mcp.server.internal.endpoint;

import dev.talaria.admin.AccessControl;
import dev.talaria.admin.AccessControl.Area;
import dev.talaria.admin.AccessControl.Decision;
import dev.talaria.mcp.server.internal.modern.ModernProtocol;
import dev.talaria.mcp.server.internal.protocol.Caller;
import dev.talaria.mcp.server.internal.settings.ServerSettings;
import dev.talaria.mcp.server.internal.transport.HttpExchange;
import dev.talaria.mcp.wire.json.JsonLimits;
import dev.talaria.mcp.wire.jsonrpc.Decoded;
import dev.talaria.mcp.wire.jsonrpc.ErrorCode;
import dev.talaria.mcp.wire.jsonrpc.JsonRpcError;
import dev.talaria.mcp.wire.jsonrpc.Message;
import dev.talaria.mcp.wire.jsonrpc.MessageDecoder;
import dev.talaria.mcp.wire.jsonrpc.MessageWriter;
import dev.talaria.mcp.wire.protocol.Era;
import dev.talaria.mcp.wire.protocol.Methods;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one endpoint for both eras: access first, then what HTTP says of the request, then its body,
 * then the era. Runs on the transport's threads and never waits. Every request is answered,
 * whatever breaks: this is the edge where runtime exceptions end.
 */
public final class McpEndpoint {
  private static final Logger LOG = LoggerFactory.getLogger(McpEndpoint.class);
  private static final List<String> SINGLE_HEADERS =
      List.of("Authorization", "Host", "Origin", "Content-Type");

  private final AccessControl access;
  private final LegacyEndpoint legacy;
  private final ModernProtocol modern;
  private final Ticker ticker;
  private final Supplier<ServerSettings> settings;
  private volatile Decoding decoding;
  private volatile boolean closed;

  /** Serves both protocols. */
  public McpEndpoint(
      AccessControl access,
      LegacyEndpoint legacy,
      ModernProtocol modern,
      Ticker ticker,
      Supplier<ServerSettings> settings) {
    this.access = Objects.requireNonNull(access, "access");
    this.legacy = Objects.requireNonNull(legacy, "legacy");
    this.modern = Objects.requireNonNull(modern, "modern");
    this.ticker = Objects.requireNonNull(ticker, "ticker");
    this.settings = Objects.requireNonNull(settings, "settings");
    this.decoding = Decoding.within(settings.get().maxRequestBytes());
  }

  /** Refuses all that comes from now on. */
  public void close() {
    closed = true;
  }

  /** Answers a request. */
  public void handle(HttpExchange exchange) {
    guarded(exchange, () -> admit(exchange));
  }

  private void admit(HttpExchange exchange) {
    if (closed) {
      HttpAnswers.refuse(exchange, 503, "The server is stopping.");
      return;
    }
    for (String header : SINGLE_HEADERS) {
      if (exchange.headers(header).size() > 1) {
        HttpAnswers.refuse(exchange, 400, "The " + header + " header is given more than once.");
        return;
      }
    }
    Decision decision =
        access.decide(
            new AccessControl.Request(
                Area.MCP,
                first(exchange, "Authorization"),
                first(exchange, "Host"),
                first(exchange, "Origin"),
                exchange.remoteAddress()));
    if (decision instanceof Decision.Granted granted) {
      dispatch(exchange, new Caller(granted.principal(), exchange.remoteAddress()));
    } else if (decision instanceof Decision.Denied denied) {
      deny(exchange, denied);
    }
  }

  private static void deny(HttpExchange exchange, Decision.Denied denied) {
    if (denied.status() != 401) {
      HttpAnswers.refuse(exchange, denied.status(), denied.message());
      return;
    }
    exchange.answer(
        401,
        Map.of("Content-Type", "application/json", "WWW-Authenticate", "Bearer realm=\"talaria\""),
        MessageWriter.error(
            Optional.empty(), JsonRpcError.of(ErrorCode.INVALID_REQUEST, denied.message())));
  }

  private void dispatch(HttpExchange exchange, Caller caller) {
    switch (exchange.method()) {
      case "POST" -> post(exchange, caller);
      case "GET" -> {
        if (EraRules.isModern(exchange)) {
          methodNotAllowed(exchange, "POST");
        } else {
          legacy.get(exchange, caller);
        }
      }
      case "DELETE" -> {
        if (EraRules.isModern(exchange)) {
          methodNotAllowed(exchange, "POST");
        } else {
          legacy.delete(exchange, caller);
        }
      }
      default -> methodNotAllowed(exchange, "POST, GET, DELETE");
    }
  }

  private static void methodNotAllowed(HttpExchange exchange, String allowed) {
    exchange.answer(
        405,
        Map.of("Allow", allowed, "Content-Type", "application/json"),
        MessageWriter.error(
            Optional.empty(),
            JsonRpcError.of(
                ErrorCode.INVALID_REQUEST,
                "The method " + exchange.method() + " is not allowed here; use " + allowed)));
  }

  private void post(HttpExchange exchange, Caller caller) {
    if (!MediaTypes.isJson(exchange.headers("Content-Type"))) {
      HttpAnswers.refuse(exchange, 415, "The Content-Type must be application/json.");
      return;
    }
    List<String> accept = exchange.headers("Accept");
    if (!MediaTypes.accepts(accept, MediaTypes.JSON)
        || !MediaTypes.accepts(accept, MediaTypes.EVENTS)) {
      HttpAnswers.refuse(
          exchange, 406, "The Accept header must list application/json and text/event-stream.");
      return;
    }
    ServerSettings current = settings.get();
    exchange.readBody(
        current.maxRequestBytes(),
        current.bodyDeadline(),
        new HttpExchange.BodyReceiver() {
          @Override
          public void received(byte[] body) {
            guarded(exchange, () -> message(exchange, caller, body));
          }

          @Override
          public void refused(int status, String message) {
            HttpAnswers.refuse(exchange, status, message);
          }
        });
  }

  private void message(HttpExchange exchange, Caller caller, byte[] body) {
    Decoded decoded = decoder().decode(body, legacy.allowsBatches(exchange, caller));
    if (decoded instanceof Decoded.Refused refused) {
      HttpAnswers.error(exchange, 400, refused.id(), refused.error());
    } else if (decoded instanceof Decoded.Batch batch) {
      legacy.batch(exchange, caller, batch);
    } else if (decoded instanceof Decoded.Valid valid) {
      valid(exchange, caller, valid.message());
    }
  }

  private void valid(HttpExchange exchange, Caller caller, Message message) {
    if (!(message instanceof Message.Request request)) {
      if (EraRules.isModern(exchange)) {
        // This era has no notification that a server must act on over HTTP.
        HttpAnswers.accepted(exchange);
      } else {
        legacy.oneWay(exchange, caller, message);
      }
      return;
    }
    if (EraRules.of(exchange, request) == Era.LEGACY) {
      legacy.request(exchange, caller, request);
      return;
    }
    ServerSettings current = settings.get();
    Duration pulse =
        request.method().equals(Methods.TOOLS_CALL) ? current.callKeepAlive() : current.keepAlive();
    HttpReply reply = new HttpReply(exchange, request.id(), Era.MODERN, ticker, current, pulse);
    ModernHeaders.check(exchange, request)
        .ifPresentOrElse(reply::error, () -> modern.handle(caller, request, reply));
    reply.watch();
  }

  /** Made anew when the limit has changed: a decoder is costly to make and cheap to use. */
  private MessageDecoder decoder() {
    int maxBytes = settings.get().maxRequestBytes();
    Decoding current = decoding;
    if (current.maxBytes() != maxBytes) {
      current = Decoding.within(maxBytes);
      decoding = current;
    }
    return current.decoder();
  }

  private record Decoding(int maxBytes, MessageDecoder decoder) {
    static Decoding within(int maxBytes) {
      JsonLimits limits = JsonLimits.DEFAULT;
      return new Decoding(
          maxBytes,
          new MessageDecoder(
              new JsonLimits(
                  maxBytes, limits.maxDepth(), limits.maxNumberLength(), limits.maxElements())));
    }
  }

  private static String first(HttpExchange exchange, String header) {
    List<String> values = exchange.headers(header);
    return values.isEmpty() ? null : values.get(0);
  }

  private static void guarded(HttpExchange exchange, Runnable work) {
    try {
      work.run();
    } catch (RuntimeException | LinkageError e) {
      LOG.error("A request to the MCP endpoint could not be answered.", e);
      HttpAnswers.error(
          exchange,
          500,
          Optional.empty(),
          JsonRpcError.of(
              ErrorCode.INTERNAL_ERROR,
              "The server failed to answer; the runtime's log says why."));
    }
  }
}
