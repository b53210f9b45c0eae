package dev.talaria.launcher.stdio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The bridge against a server that plays the runtime's part, line by line. */
@Timeout(30)
class StdioBridgeTest {
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private final List<String> written = new CopyOnWriteArrayList<>();
  private final CountDownLatch streamOpened = new CountDownLatch(1);
  private final CountDownLatch cancelled = new CountDownLatch(1);
  private final AtomicInteger doubts = new AtomicInteger();
  private volatile OutputStream stream;
  private HttpServer server;
  private PipedOutputStream stdin;
  private CompletableFuture<Optional<String>> ended;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/mcp", this::serve);
    server.start();
    stdin = new PipedOutputStream();
    PipedInputStream in = new PipedInputStream(stdin, 64 * 1024);
    URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/mcp");
    StdioBridge bridge =
        new StdioBridge(
            in,
            new PrintStream(new Lines(), false, StandardCharsets.UTF_8),
            new McpExchanges(url, "secret", threads),
            doubts::incrementAndGet);
    ended =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return bridge.run();
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            },
            threads);
  }

  @AfterEach
  void stop() throws IOException {
    stdin.close();
    server.stop(0);
    threads.shutdownNow();
  }

  @Test
  void aLegacySessionIsCarriedWithItsIdAndItsStream() throws Exception {
    say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}");
    say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    say("{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"tools/list\"}");
    assertThat(streamOpened.await(10, TimeUnit.SECONDS)).isTrue();
    stream.write(
        "id: 1\nevent: message\ndata: {\"method\":\"notifications/tools/list_changed\"}\n\n"
            .getBytes(StandardCharsets.UTF_8));
    stream.flush();
    await()
        .untilAsserted(
            () ->
                assertThat(written)
                    .contains(
                        "{\"method\":\"notifications/tools/list_changed\"}",
                        "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"result\":{ \"tools\":[]}}"));
    assertThat(written.get(0)).contains("\"protocolVersion\":\"2025-11-25\"");
    assertThat(requests)
        .contains("POST tools/list session=S1 version=2025-11-25 auth=Bearer secret");
  }

  @Test
  void theEndOfStdinEndsTheSessionAfterTheLastAnswers() throws Exception {
    say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}");
    say("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}");
    stdin.close();
    assertThat(ended.get(20, TimeUnit.SECONDS)).isEmpty();
    assertThat(written).hasSize(2);
    assertThat(requests).anyMatch(request -> request.startsWith("DELETE  session=S1"));
  }

  @Test
  void aModernMessageGetsItsHeadersAndCancellingClosesItsStream() throws Exception {
    say(modern("7", "tools/call", "\"name\":\"w\u00e9ather\"", ""));
    await()
        .untilAsserted(
            () -> assertThat(written).contains("{\"method\":\"notifications/progress\"}"));
    say(modern("", "notifications/cancelled", "\"requestId\":7", ""));
    assertThat(cancelled.await(20, TimeUnit.SECONDS)).isTrue();
    assertThat(requests)
        .contains(
            "POST tools/call method=tools/call name==?base64?d8OpYXRoZXI=?= version=2026-07-28"
                + " auth=Bearer secret");
    assertThat(written).noneMatch(line -> line.contains("\"id\":7"));
  }

  @Test
  void whatIsNoJsonIsAnsweredAndTheBridgeGoesOn() throws Exception {
    say("{nope");
    say("[".repeat(1_000_000));
    say("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
    await().untilAsserted(() -> assertThat(written).hasSize(3));
    assertThat(written.get(0)).contains("-32700").contains("\"id\":null");
    assertThat(written.get(1)).contains("-32700");
  }

  @Test
  void aBrokenOrEndedExchangeRaisesTheDoubtWhetherTheRuntimeIsThere() throws Exception {
    say(modern("5", "subscriptions/listen", "\"notifications\":{}", ""));
    await().untilAsserted(() -> assertThat(doubts).hasValueGreaterThan(0));
  }

  @Test
  void everyRequestIsAnsweredUnderItsId() throws Exception {
    say("{\"jsonrpc\":\"2.0\",\"id\":41,\"method\":\"tools/list\"}");
    say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}");
    say("{\"jsonrpc\":\"2.0\",\"id\":\"big\",\"method\":\"refused/unread\"}");
    for (String odd :
        List.of(
            "[]",
            "{}",
            "null",
            "5",
            "{\"method\":7,\"id\":46}",
            "{\"method\":\"x\",\"id\":null}")) {
      say(odd);
    }
    await().untilAsserted(() -> assertThat(written).hasSize(9));
    assertThat(written)
        .anyMatch(
            line -> line.contains("\"id\":41,\"error\"") && line.contains("initialize first"));
    assertThat(written)
        .anyMatch(line -> line.contains("too large") && line.contains("\"id\":\"big\""));
    assertThat(
            written.stream()
                .filter(line -> line.contains("too large") && line.contains("\"id\":null")))
        .hasSize(6);
  }

  @Test
  void aRuntimeThatIsGoneEndsTheBridgeWithAnAnswerToEachRequest() throws Exception {
    say("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}");
    await().untilAsserted(() -> assertThat(written).hasSize(1));
    server.stop(0);
    say("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}");
    Optional<String> fault = ended.get(20, TimeUnit.SECONDS);
    assertThat(fault).contains("the runtime has ended");
    await()
        .untilAsserted(
            () -> assertThat(written).anyMatch(line -> line.contains("\"id\":2,\"error\"")));
  }

  private static String modern(String id, String method, String params, String more) {
    return "{\"jsonrpc\":\"2.0\","
        + (id.isEmpty() ? "" : "\"id\":" + id + ",")
        + "\"method\":\""
        + method
        + "\",\"params\":{"
        + params
        + ",\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"}}"
        + more
        + "}";
  }

  private void say(String line) throws IOException {
    stdin.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    stdin.flush();
  }

  private void serve(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String method = body.replaceAll("(?s).*\"method\":\"([^\"]*)\".*", "$1");
    requests.add(
        exchange.getRequestMethod()
            + " "
            + method
            + header(exchange, "MCP-Session-Id", "session")
            + header(exchange, "Mcp-Method", "method")
            + header(exchange, "Mcp-Name", "name")
            + header(exchange, "MCP-Protocol-Version", "version")
            + header(exchange, "Authorization", "auth"));
    if (exchange.getRequestMethod().equals("GET")) {
      events(exchange);
      stream = exchange.getResponseBody();
      streamOpened.countDown();
    } else if (method.equals("initialize")) {
      exchange.getResponseHeaders().add("MCP-Session-Id", "S1");
      json(
          exchange,
          "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\"}}");
    } else if (method.equals("tools/list")) {
      String id = body.replaceAll("(?s).*\"id\":([^,]*),.*", "$1");
      json(exchange, "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\n\"tools\":[]}}");
    } else if (method.equals("tools/call")) {
      events(exchange);
      progressUntilClosed(exchange.getResponseBody());
    } else if (!body.contains("\"notifications/")) {
      json(exchange, "{\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32600,\"message\":\"too large\"}}");
    } else {
      exchange.sendResponseHeaders(202, -1);
      exchange.close();
    }
  }

  private void progressUntilClosed(OutputStream body) {
    byte[] event =
        "data: {\"method\":\"notifications/progress\"}\n\n".getBytes(StandardCharsets.UTF_8);
    try {
      while (true) {
        body.write(event);
        body.flush();
        if (new CountDownLatch(1).await(10, TimeUnit.MILLISECONDS)) {
          return;
        }
      }
    } catch (IOException e) {
      cancelled.countDown();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static String header(HttpExchange exchange, String name, String as) {
    String value = exchange.getRequestHeaders().getFirst(name);
    return value == null ? "" : " " + as + "=" + value;
  }

  private static void events(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
    exchange.sendResponseHeaders(200, 0);
    exchange.getResponseBody().flush();
  }

  private static void json(HttpExchange exchange, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  /** Collects whole lines. */
  private final class Lines extends OutputStream {
    private final StringBuilder line = new StringBuilder();

    @Override
    public void write(int b) {
      throw new UnsupportedOperationException("lines are written whole");
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      line.append(new String(bytes, offset, length, StandardCharsets.UTF_8));
      assertThat(line.indexOf("\n")).isEqualTo(line.length() - 1);
      written.add(line.substring(0, line.length() - 1));
      line.setLength(0);
    }
  }
}
