package dev.talaria.launcher.stdio;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.ConnectException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Carries messages between a client's stdin and stdout and the runtime's MCP endpoint, in the era
 * the client speaks.
 *
 * <p>A thread of its own reads stdin and sends; answers are written by the HTTP client's threads as
 * they come. {@code initialize} is waited for, since what follows needs its session; everything
 * else runs side by side. The bridge ends when stdin ends, stdout is closed or the runtime is gone,
 * whichever is first; the caller's thread waits for that.
 */
final class StdioBridge {
  // More than the endpoint takes: what it refuses it refuses by its own limit, and the bridge,
  // which
  // has read the request's id, can say whose answer that is.
  private static final int MAX_MESSAGE_BYTES = 32 * 1024 * 1024;
  private static final int MAX_IN_FLIGHT = 256;
  private static final Duration INITIALIZE = Duration.ofSeconds(30);
  private static final Duration LAST_ANSWERS = Duration.ofSeconds(30);
  private static final Duration GOODBYE = Duration.ofSeconds(1);
  private static final Duration REOPEN = Duration.ofMillis(250);
  private static final int PARSE_ERROR = -32700;
  private static final int INVALID_REQUEST = -32600;
  private static final int INTERNAL_ERROR = -32603;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final InputStream in;
  private final ProtocolOutput out;
  private final McpExchanges runtime;
  private final Runnable onDoubt;
  private final ScheduledExecutorService scheduler =
      Executors.newSingleThreadScheduledExecutor(daemon("talaria-stdio-timer"));
  private final Map<String, InFlight> inFlight = new ConcurrentHashMap<>();
  private final AtomicReference<McpExchanges.Session> session = new AtomicReference<>();
  private final AtomicReference<CompletableFuture<?>> stream = new AtomicReference<>();
  private final AtomicReference<String> fault = new AtomicReference<>();
  private final CountDownLatch ended = new CountDownLatch(1);

  /** A request whose answer is still to come. */
  private record InFlight(CompletableFuture<?> exchange, boolean listening) {}

  /**
   * Creates a bridge.
   *
   * @param onDoubt asked to look whether the runtime is still there, when an exchange broke
   */
  StdioBridge(InputStream in, PrintStream out, McpExchanges runtime, Runnable onDoubt) {
    this.onDoubt = onDoubt;
    this.in = in;
    this.out = new ProtocolOutput(out, ended::countDown);
    this.runtime = runtime;
  }

  /**
   * Carries messages until one side ends.
   *
   * @return why the bridge ended early; empty when the client ended it
   */
  Optional<String> run() throws InterruptedException {
    Thread reader = new Thread(this::readAll, "talaria-stdio-reader");
    // Blocked in a read that nothing can interrupt, so the process must not wait for it.
    reader.setDaemon(true);
    reader.start();
    ended.await();
    if (fault.get() == null) {
      sayGoodbye();
    } else {
      inFlight.keySet().forEach(id -> fail(id, fault.get()));
    }
    scheduler.shutdownNow();
    return Optional.ofNullable(fault.get());
  }

  /** Ends the bridge because the runtime is gone. */
  void runtimeLost(String why) {
    fault.compareAndSet(null, why);
    ended.countDown();
  }

  private void readAll() {
    LineInput lines = new LineInput(in, MAX_MESSAGE_BYTES);
    try {
      while (ended.getCount() > 0) {
        try {
          Optional<String> line = lines.next();
          if (line.isEmpty()) {
            break;
          }
          if (!line.get().isBlank()) {
            take(line.get());
          }
        } catch (LineInput.TooLongException e) {
          out.error("null", INVALID_REQUEST, e.getMessage());
        }
      }
      awaitLastAnswers();
    } catch (IOException e) {
      // The client's end broke: the same as its end.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      ended.countDown();
    }
  }

  private void take(String line) throws InterruptedException {
    ClientMessage message;
    try {
      message = ClientMessage.parse(line);
    } catch (IllegalArgumentException e) {
      out.error("null", PARSE_ERROR, "Parse error: the line is no JSON");
      return;
    }
    if (message.cancels().isPresent() && message.modernVersion().isPresent()) {
      // Over HTTP a modern client cancels by closing the request's stream.
      cancel(message.cancels().get());
      return;
    }
    if (message.needsSession() && session.get() == null) {
      out.error(
          message.id().orElse("null"),
          INVALID_REQUEST,
          "send initialize first, or say the protocol version in the message's _meta");
      return;
    }
    if (message.id().isPresent() && inFlight.size() >= MAX_IN_FLIGHT) {
      out.error(
          message.id().get(),
          INTERNAL_ERROR,
          "more than " + MAX_IN_FLIGHT + " requests at once; wait for answers");
      return;
    }
    send(message);
  }

  private void send(ClientMessage message) throws InterruptedException {
    CompletableFuture<HttpResponse<String>> exchange =
        runtime.post(message, session.get(), out::write);
    CompletableFuture<Void> done;
    if (message.id().isPresent()) {
      String id = message.id().get();
      InFlight entry = new InFlight(exchange, message.isListening());
      inFlight.put(id, entry);
      done =
          exchange.handle(
              (response, failure) -> {
                if (inFlight.remove(id, entry)) {
                  answer(message, id, response, failure);
                  if (message.isListening()) {
                    // A runtime that ends ends what its clients listen to first.
                    onDoubt.run();
                  }
                }
                return null;
              });
    } else {
      done =
          exchange.handle(
              (response, failure) -> {
                noticeLoss(failure);
                if (response != null && !message.notification() && isJson(response.body())) {
                  // Neither request nor notification: what is wrong with it is for the client.
                  out.write(withId(response.body(), "null"));
                }
                return null;
              });
    }
    if (message.isInitialize() || message.isInitialized()) {
      await(done, INITIALIZE);
    }
    if (message.isInitialized() && session.get() != null) {
      listen(session.get());
    }
  }

  private void answer(
      ClientMessage message, String id, HttpResponse<String> response, Throwable failure) {
    if (failure != null) {
      noticeLoss(failure);
      fail(id, "the runtime closed the connection; it may have run the request");
      return;
    }
    if (message.isInitialize()) {
      openSession(response);
    }
    String body = response.body();
    if (isJson(body)) {
      out.write(withId(body, id));
    } else if (response.statusCode() >= 400) {
      fail(id, "the runtime answered " + response.statusCode());
    }
  }

  /** An endpoint that refuses a request unread does not know its id; the client waits for it. */
  private static String withId(String body, String id) {
    JsonNode message = MAPPER.readTree(body);
    if (message instanceof ObjectNode object && object.has("error") && !object.hasNonNull("id")) {
      object.set("id", MAPPER.readTree(id));
      return object.toString();
    }
    return body;
  }

  private void openSession(HttpResponse<String> response) {
    Optional<String> id = response.headers().firstValue("MCP-Session-Id");
    if (id.isPresent() && response.statusCode() == 200 && isJson(response.body())) {
      String version =
          MAPPER.readTree(response.body()).path("result").path("protocolVersion").stringValue("");
      session.set(new McpExchanges.Session(id.get(), version));
    }
  }

  private static boolean isJson(String body) {
    try {
      return !body.isBlank() && MAPPER.readTree(body).isContainer();
    } catch (JacksonException e) {
      return false;
    }
  }

  private void listen(McpExchanges.Session listening) {
    if (ended.getCount() == 0) {
      return;
    }
    CompletableFuture<HttpResponse<String>> opened = runtime.listen(listening, out::write);
    stream.set(opened);
    opened.whenComplete(
        (response, failure) -> {
          noticeLoss(failure);
          boolean gone = response != null && response.statusCode() >= 400;
          if (ended.getCount() > 0 && !gone) {
            // The runtime drops a listener that was too slow; the next change is heard again.
            scheduler.schedule(() -> listen(listening), REOPEN.toMillis(), TimeUnit.MILLISECONDS);
          }
        });
  }

  private void noticeLoss(Throwable failure) {
    if (failure == null || ended.getCount() == 0) {
      return;
    }
    Throwable cause = failure;
    while (cause != null && !(cause instanceof ConnectException)) {
      cause = cause.getCause();
    }
    if (cause != null) {
      runtimeLost("the runtime has ended");
    } else {
      onDoubt.run();
    }
  }

  private void cancel(String id) {
    InFlight entry = inFlight.remove(id);
    if (entry != null) {
      entry.exchange.cancel(true);
    }
  }

  private void fail(String id, String why) {
    inFlight.remove(id);
    out.error(id, INTERNAL_ERROR, why);
  }

  /** A client that pipes its requests in wants the answers before the bridge ends. */
  private void awaitLastAnswers() throws InterruptedException {
    CompletableFuture<?>[] open =
        inFlight.values().stream()
            .filter(entry -> !entry.listening)
            .map(InFlight::exchange)
            .toArray(CompletableFuture[]::new);
    await(CompletableFuture.allOf(open), LAST_ANSWERS);
  }

  private void sayGoodbye() throws InterruptedException {
    CompletableFuture<?> listening = stream.get();
    if (listening != null) {
      listening.cancel(true);
    }
    for (Map.Entry<String, InFlight> entry : inFlight.entrySet()) {
      if (inFlight.remove(entry.getKey(), entry.getValue())) {
        entry.getValue().exchange.cancel(true);
        if (!entry.getValue().listening) {
          out.error(
              entry.getKey(),
              INTERNAL_ERROR,
              "cancelled: the client's input ended " + LAST_ANSWERS.toSeconds() + " s ago");
        }
      }
    }
    if (session.get() != null) {
      await(runtime.end(session.get()), GOODBYE);
    }
  }

  private static void await(CompletableFuture<?> future, Duration limit)
      throws InterruptedException {
    try {
      future.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // Whoever handles the exchange has answered for it.
    }
  }

  private static java.util.concurrent.ThreadFactory daemon(String name) {
    return task -> {
      Thread thread = new Thread(task, name);
      thread.setDaemon(true);
      return thread;
    };
  }
}
