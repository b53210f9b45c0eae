package dev.talaria.mcp.server.internal.endpoint;

import dev.talaria.mcp.server.internal.protocol.Reply;
import dev.talaria.mcp.server.internal.settings.ServerSettings;
import dev.talaria.mcp.server.internal.transport.EventStream;
import dev.talaria.mcp.server.internal.transport.HttpExchange;
import dev.talaria.mcp.wire.http.SseFrame;
import dev.talaria.mcp.wire.jsonrpc.ErrorCode;
import dev.talaria.mcp.wire.jsonrpc.JsonRpcError;
import dev.talaria.mcp.wire.jsonrpc.MessageWriter;
import dev.talaria.mcp.wire.jsonrpc.RequestId;
import dev.talaria.mcp.wire.protocol.Era;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The answer to one request over HTTP. It begins as plain JSON and becomes a stream when something
 * has to be sent before the answer, or when the answer takes long: only on a stream does the
 * container notice that the client has gone.
 *
 * <p>The tool's threads, the notifier and the ticker may call at once. {@code stream} and the flags
 * are guarded by the object; opening a stream under it only sets headers, and everything that
 * writes happens without it.
 */
final class HttpReply implements Reply, Ticker.Ticking {
  private static final byte[] NOTHING = {};

  private final HttpExchange exchange;
  private final RequestId id;
  private final Era era;
  private final Ticker ticker;
  private final Duration keepAlive;
  private final Duration stallLimit;
  private final long streamAt;
  private EventStream stream;
  private boolean done;
  private boolean gone;
  private Runnable goneAction;

  /** Watched from {@link #watch} on. */
  HttpReply(
      HttpExchange exchange,
      RequestId id,
      Era era,
      Ticker ticker,
      ServerSettings settings,
      Duration keepAlive) {
    this.exchange = exchange;
    this.id = id;
    this.era = era;
    this.ticker = ticker;
    this.keepAlive = keepAlive;
    this.stallLimit = settings.stallLimit();
    this.streamAt = System.nanoTime() + settings.streamAfter().toNanos();
  }

  /** To be called when the request has been handed over: an answer may be here already. */
  void watch() {
    synchronized (this) {
      if (done || stream != null) {
        return;
      }
      ticker.add(this);
    }
  }

  @Override
  public void tick(long now) {
    if (now - streamAt >= 0) {
      openStream();
    }
  }

  @Override
  public void result(byte[] resultJson) {
    answer(200, MessageWriter.result(id, resultJson));
  }

  @Override
  public void error(JsonRpcError error) {
    answer(status(error), MessageWriter.error(Optional.of(id), error));
  }

  @Override
  public void malformed(JsonRpcError error) {
    answer(400, MessageWriter.error(Optional.of(id), error));
  }

  /** The legacy era reports errors of a well-formed request with 200; the modern one has rules. */
  private int status(JsonRpcError error) {
    if (era == Era.LEGACY) {
      return 200;
    }
    return switch (error.code()) {
      case ErrorCode.METHOD_NOT_FOUND -> 404;
      case ErrorCode.HEADER_MISMATCH,
          ErrorCode.MISSING_CLIENT_CAPABILITY,
          ErrorCode.UNSUPPORTED_PROTOCOL_VERSION ->
          400;
      default -> 200;
    };
  }

  @Override
  public void withdraw() {
    finish(s -> s.finish(NOTHING), () -> HttpAnswers.accepted(exchange));
  }

  private void answer(int status, byte[] message) {
    finish(
        s -> s.finish(SseFrame.message(message)),
        () -> HttpAnswers.json(exchange, status, message));
  }

  @Override
  public void notify(String key, byte[] message) {
    openStream().ifPresent(s -> s.offer(key, SseFrame.message(message)));
  }

  @Override
  public boolean request(String key, byte[] message) {
    Optional<EventStream> open = openStream();
    open.ifPresent(s -> s.offer(key, SseFrame.message(message)));
    return open.isPresent();
  }

  @Override
  public void onGone(Runnable action) {
    synchronized (this) {
      if (!gone) {
        goneAction = action;
        return;
      }
    }
    action.run();
  }

  private void gone() {
    Runnable action;
    synchronized (this) {
      if (done) {
        return;
      }
      done = true;
      gone = true;
      action = goneAction;
    }
    if (action != null) {
      action.run();
    }
  }

  /** Says the last word, unless it is said. */
  private void finish(Consumer<EventStream> onStream, Runnable plain) {
    EventStream open;
    synchronized (this) {
      if (done) {
        return;
      }
      done = true;
      open = stream;
    }
    ticker.remove(this);
    if (open != null) {
      onStream.accept(open);
    } else {
      plain.run();
    }
  }

  private Optional<EventStream> openStream() {
    EventStream opened;
    synchronized (this) {
      if (done) {
        return Optional.empty();
      }
      if (stream != null) {
        return Optional.of(stream);
      }
      stream = exchange.openStream();
      opened = stream;
      ticker.remove(this);
    }
    new StreamPulse(opened, keepAlive, stallLimit).start(ticker);
    opened.onClosed(this::gone);
    return Optional.of(opened);
  }
}
