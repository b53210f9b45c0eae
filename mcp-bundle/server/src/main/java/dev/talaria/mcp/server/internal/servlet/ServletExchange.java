package dev.talaria.mcp.server.internal.servlet;

import dev.talaria.mcp.server.internal.transport.EventStream;
import dev.talaria.mcp.server.internal.transport.HttpExchange;
import dev.talaria.mcp.wire.http.SseFrame;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An exchange over an asynchronous servlet request. The headers are read while the container's
 * thread is in the servlet; the answer may come from any thread, once: {@code answered} decides.
 */
final class ServletExchange implements HttpExchange {
  private static final Logger LOG = LoggerFactory.getLogger(ServletExchange.class);

  private final HttpServletRequest request;
  private final HttpServletResponse response;
  private final AsyncContext context;
  private final ScheduledExecutorService timer;
  private final AtomicBoolean answered = new AtomicBoolean();

  ServletExchange(
      HttpServletRequest request, HttpServletResponse response, ScheduledExecutorService timer) {
    this.request = request;
    this.response = response;
    this.timer = timer;
    this.context = request.startAsync(request, response);
    // The container's own limit of 30 s would end calls and listening streams.
    context.setTimeout(0);
  }

  @Override
  public String method() {
    return request.getMethod();
  }

  @Override
  public List<String> headers(String name) {
    return Collections.list(request.getHeaders(name));
  }

  @Override
  public String remoteAddress() {
    return request.getRemoteAddr();
  }

  @Override
  public void readBody(int maxBytes, Duration deadline, BodyReceiver receiver) {
    try {
      BodyReader reader =
          new BodyReader(
              request.getInputStream(), maxBytes, request.getContentLengthLong(), receiver);
      request.getInputStream().setReadListener(reader);
      if (!reader.isDone()) {
        reader.deadline(timer.schedule(reader::expire, deadline.toMillis(), TimeUnit.MILLISECONDS));
      }
    } catch (IOException e) {
      receiver.refused(400, "The request body could not be read.");
    }
  }

  @Override
  public void answer(int status, Map<String, String> headers, byte[] body) {
    if (!answered.compareAndSet(false, true)) {
      return;
    }
    try {
      response.setStatus(status);
      headers.forEach(response::setHeader);
      if (body.length < response.getBufferSize()) {
        // Fits the container's buffer, so this does not wait for the peer; completing flushes it.
        response.getOutputStream().write(body);
        context.complete();
      } else {
        response.setContentLength(body.length);
        OutputPump pump = new OutputPump(context, response.getOutputStream());
        pump.start();
        pump.finish(body);
      }
    } catch (IOException | IllegalStateException e) {
      LOG.debug("The client left before its answer: {}", e.toString());
      complete();
    }
  }

  @Override
  public EventStream openStream() {
    if (!answered.compareAndSet(false, true)) {
      throw new IllegalStateException("the request has its answer already");
    }
    response.setStatus(HttpServletResponse.SC_OK);
    response.setHeader("Content-Type", SseFrame.MEDIA_TYPE);
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("X-Accel-Buffering", "no");
    try {
      OutputPump pump = new OutputPump(context, response.getOutputStream());
      pump.start();
      // A first comment sends the headers at once: the client knows that the stream is open.
      pump.offer("open", SseFrame.comment());
      return pump;
    } catch (IOException e) {
      complete();
      throw new IllegalStateException("the response cannot be written", e);
    }
  }

  private void complete() {
    try {
      context.complete();
    } catch (IllegalStateException e) {
      LOG.debug("The container had ended the request already: {}", e.toString());
    }
  }
}
