package dev.talaria.benchmarks.runner.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.talaria.benchmarks.runner.errors.BenchmarkException;
import dev.talaria.benchmarks.runner.http.HttpAnswer;
import dev.talaria.benchmarks.runner.http.PostRequest;
import dev.talaria.benchmarks.runner.http.SingleExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClosedLoopTest {
  private static final Pattern ID = Pattern.compile("\"id\":(\\d+)");
  private static final int CONNECTIONS = 3;
  private static final Duration SHORT = Duration.ofMillis(300);

  private final ExecutorService threads = Executors.newFixedThreadPool(CONNECTIONS + 1);
  private final CountDownLatch over = new CountDownLatch(1);
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.start();
  }

  @AfterEach
  void stop() {
    over.countDown();
    server.stop(0);
    threads.shutdownNow();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void countsEachAnsweredCall(boolean chunked) throws BenchmarkException {
    Set<String> ids = ConcurrentHashMap.newKeySet();
    serve(
        exchange -> {
          String id = id(exchange);
          ids.add(id);
          answer(exchange, 200, result(id, "hello"), chunked);
        });

    LoadResult result = load(Duration.ofSeconds(10));

    assertThat(result.latencies().size()).isGreaterThan(CONNECTIONS).isEqualTo(ids.size());
    assertThat(result.latencies().min()).isPositive();
    assertThat(result.nanos()).isGreaterThanOrEqualTo(SHORT.toNanos());
    assertThat(result.callsPerSecond()).isPositive();
  }

  @Test
  void refusesAStatusOfFailure() {
    serve(exchange -> answer(exchange, 503, "busy", false));
    assertFails("503");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"id\":ID,\"error\":{\"code\":-32603,\"message\":\"no\"}}",
        "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"bye\"}]}}",
        "{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"hello\"}],\"isError\":true}}",
        "{\"jsonrpc\":\"2.0\",\"id\":99999999,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"hello\"}]}}"
      })
  void refusesAWrongFirstAnswer(String body) {
    serve(exchange -> answer(exchange, 200, body.replace("ID", id(exchange)), false));
    assertFails("is wrong");
  }

  @Test
  void refusesALaterAnswerThatDiffers() {
    AtomicInteger calls = new AtomicInteger();
    serve(
        exchange -> {
          String id = id(exchange);
          String text = calls.incrementAndGet() <= 2 * CONNECTIONS ? "hello" : "jello";
          answer(exchange, 200, result(id, text), false);
        });
    assertFails("differs from the first");
  }

  @Test
  void givesUpOnASilentServer() {
    serve(
        exchange -> {
          try {
            over.await(1, TimeUnit.MINUTES);
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> load(Duration.ofMillis(200)))
        .withMessageContaining("No call was answered");
  }

  @Test
  void noticesAServerThatHangsUp() {
    serve(HttpExchange::close);
    assertFails("closed a connection");
  }

  @Test
  void noticesThatNobodyListens() {
    server.stop(0);
    assertFails("broke");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aSingleExchangeReadsAnAnswerOfManyPieces(boolean chunked) throws IOException {
    String large = "x".repeat(200_000);
    serve(exchange -> answer(exchange, 200, large, chunked));
    HttpAnswer answer = SingleExchange.post(request(), 10_000);
    assertThat(answer.text()).isEqualTo(large);
  }

  private void assertFails(String message) {
    assertThatExceptionOfType(BenchmarkException.class)
        .isThrownBy(() -> load(Duration.ofSeconds(10)))
        .withMessageContaining(message);
  }

  private LoadResult load(Duration patience) throws BenchmarkException {
    return new ClosedLoop(new CallRequest(request(), "hello"), CONNECTIONS, patience).run(SHORT);
  }

  private PostRequest request() {
    return new PostRequest(
        server.getAddress(),
        "/mcp",
        Map.of("Content-Type", "application/json"),
        "{\"jsonrpc\":\"2.0\",\"id\":" + CallRequest.ID + ",\"method\":\"tools/call\"}");
  }

  private interface Handler {
    void handle(HttpExchange exchange) throws IOException;
  }

  private void serve(Handler handler) {
    server.createContext("/mcp", handler::handle);
  }

  private static String id(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    Matcher matcher = ID.matcher(body);
    return matcher.find() ? matcher.group(1) : "none";
  }

  private static String result(String id, String text) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\""
        + text
        + "\"}]}}";
  }

  private static void answer(HttpExchange exchange, int status, String body, boolean chunked)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, chunked ? 0 : bytes.length);
    try (OutputStream out = exchange.getResponseBody()) {
      out.write(bytes);
    }
  }
}
