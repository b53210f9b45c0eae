package dev.talaria.ops.internal.rest;

import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.ops.internal.http.JsonResponse;
import dev.talaria.ops.internal.json.Json;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call whose answer is still to come. A server notices that a client has gone only when it
 * writes, so a call that takes long is answered with white space now and then, which JSON allows
 * before a value; when that fails the call is cancelled.
 *
 * <p>Everything that touches the response runs on the server's threads, one step after the other:
 * the chain orders the steps, the monitor guards the chain alone and is never held in a step.
 */
final class PendingCall implements AsyncListener {
  private static final Logger LOG = LoggerFactory.getLogger(PendingCall.class);
  private static final long BEAT_SECONDS = 2;

  private final AsyncContext async;
  private final Exchange exchange;
  private final String tool;
  private final CallHandle handle;
  private CompletableFuture<Void> chain = CompletableFuture.completedFuture(null);
  // Used by the steps only, which the chain orders.
  private boolean ended;

  PendingCall(AsyncContext async, Exchange exchange, String tool, CallHandle handle) {
    this.async = async;
    this.exchange = exchange;
    this.tool = tool;
    this.handle = handle;
  }

  void begin(ScheduledExecutorService timer) {
    async.addListener(this);
    Optional<Future<?>> beats = startBeats(timer);
    handle
        .result()
        .whenComplete(
            (result, failure) -> {
              beats.ifPresent(running -> running.cancel(false));
              next(() -> end(result, failure));
            });
    if (beats.isEmpty()) {
      handle.cancel("The runtime is ending.");
    }
  }

  private Optional<Future<?>> startBeats(ScheduledExecutorService timer) {
    try {
      return Optional.of(
          timer.scheduleWithFixedDelay(
              () -> next(this::beat), BEAT_SECONDS, BEAT_SECONDS, TimeUnit.SECONDS));
    } catch (RejectedExecutionException e) {
      // The API was stopped between the start of the call and now.
      return Optional.empty();
    }
  }

  private synchronized void next(Runnable step) {
    chain = chain.thenRunAsync(step, async::start);
  }

  private void beat() {
    if (ended) {
      return;
    }
    HttpServletResponse response = exchange.response();
    try {
      if (!response.isCommitted()) {
        JsonResponse.headers(response, 200);
      }
      response.getOutputStream().write(' ');
      response.flushBuffer();
    } catch (IOException e) {
      // The end of the call completes the exchange.
      handle.cancel("The client has gone.");
    }
  }

  private void end(CallResult result, Throwable failure) {
    if (ended) {
      return;
    }
    ended = true;
    try {
      write(result, failure);
    } catch (IOException e) {
      LOG.debug("The client that called {} has gone before the answer.", tool, e);
    } catch (RuntimeException e) {
      LOG.error("The answer of {} could not be written.", tool, e);
    } finally {
      async.complete();
    }
  }

  private void write(CallResult result, Throwable failure) throws IOException {
    HttpServletResponse response = exchange.response();
    boolean committed = response.isCommitted();
    if (failure != null) {
      LOG.error("The call of {} ended without an answer.", tool, failure);
    }
    int status = 200;
    ObjectNode body;
    if (result == null) {
      status = 500;
      body = Json.object().put("error", "The runtime failed to answer; its log says why.");
    } else if (result.failure().filter(CallResult.Failure.UNKNOWN_TOOL::equals).isPresent()
        && !committed) {
      status = 404;
      body = Json.object().put("error", ToolRoutes.unknown(tool).getMessage());
    } else {
      body = CallJson.result(handle.callId(), result);
    }
    if (committed) {
      response.getOutputStream().write(Json.write(body));
      response.flushBuffer();
    } else {
      JsonResponse.write(exchange.request(), response, status, body);
    }
  }

  @Override
  public void onError(AsyncEvent event) {
    handle.cancel("The connection broke.");
  }

  @Override
  public void onComplete(AsyncEvent event) {
    // The end of the call is what completes it: nothing is left to do.
  }

  @Override
  public void onTimeout(AsyncEvent event) {
    // There is no timeout but the tool's.
  }

  @Override
  public void onStartAsync(AsyncEvent event) {
    // Nobody starts it again.
  }
}
