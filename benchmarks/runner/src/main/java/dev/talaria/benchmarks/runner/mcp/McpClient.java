package dev.talaria.benchmarks.runner.mcp;

import dev.talaria.benchmarks.runner.errors.BenchmarkException;
import dev.talaria.benchmarks.runner.http.HttpAnswer;
import dev.talaria.benchmarks.runner.http.PostRequest;
import dev.talaria.benchmarks.runner.http.SingleExchange;
import dev.talaria.benchmarks.runner.process.TalariaProcess;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;

/** A client of one runtime, for what is asked before and between measurements. */
public final class McpClient {
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final Duration START = Duration.ofSeconds(60);
  private static final Duration RETRY = Duration.ofMillis(5);
  private static final int CONNECT_MILLIS = 1000;
  private static final int OK = 200;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(DEADLINE).build();
  private final InetSocketAddress address;
  private final URI endpoint;
  private final McpRequests requests;

  private McpClient(InetSocketAddress address, String token) {
    this.address = address;
    this.endpoint =
        URI.create("http://" + address.getHostString() + ":" + address.getPort() + "/mcp");
    this.requests = new McpRequests(token);
  }

  /**
   * Waits until a runtime that was just started answers {@code tools/list} with a builtin tool in
   * it. Asks every 5 ms, of the socket alone while nobody listens, to take little of the time that
   * is measured.
   */
  public static McpClient awaitStart(TalariaProcess runtime)
      throws BenchmarkException, IOException, InterruptedException {
    long end = System.nanoTime() + START.toNanos();
    while (!listens(runtime.address()) || runtime.token().isEmpty()) {
      pause(runtime, end);
    }
    McpClient client = new McpClient(runtime.address(), runtime.token().orElseThrow());
    while (!client.isAnswered()) {
      pause(runtime, end);
    }
    return client;
  }

  private static void pause(TalariaProcess runtime, long end)
      throws BenchmarkException, IOException, InterruptedException {
    runtime.process().requireAlive();
    if (System.nanoTime() > end) {
      throw new BenchmarkException("The runtime did not start within " + START.toSeconds() + " s.");
    }
    Thread.sleep(RETRY.toMillis());
  }

  private static boolean listens(InetSocketAddress address) {
    try (Socket socket = new Socket()) {
      socket.connect(address, CONNECT_MILLIS);
      return true;
    } catch (IOException e) {
      // Not yet.
      return false;
    }
  }

  private boolean isAnswered() {
    try {
      return lists("read_file");
    } catch (IOException e) {
      // A server that is just starting hangs up.
      return false;
    }
  }

  public McpRequests requests() {
    return requests;
  }

  /** Returns whether the list of tools is answered and contains a tool. */
  public boolean lists(String tool) throws IOException {
    HttpAnswer answer = exchange(address, endpoint.getPath(), requests.list());
    return answer.status() == OK
        && answer.text().contains("\"tools\":[")
        && answer.text().contains("{\"name\":\"" + tool + "\"");
  }

  /** Waits until a tool is in the list, or no more in it. */
  public void awaitListed(String tool, boolean listed)
      throws BenchmarkException, IOException, InterruptedException {
    long end = System.nanoTime() + DEADLINE.toNanos();
    while (lists(tool) != listed) {
      if (System.nanoTime() > end) {
        throw new BenchmarkException(
            tool + (listed ? " did not appear" : " did not leave") + " within 30 s.");
      }
      Thread.sleep(RETRY.toMillis());
    }
  }

  /** Opens a legacy session and returns its id. */
  public String openSession() throws BenchmarkException, IOException, InterruptedException {
    HttpResponse<String> answer = send(requests.initialize());
    Optional<String> session = answer.headers().firstValue("MCP-Session-Id");
    if (answer.statusCode() != OK || session.isEmpty()) {
      throw new BenchmarkException("initialize was answered with " + answer.statusCode());
    }
    send(requests.initialized(session.get()));
    return session.get();
  }

  /** Listens to the notifications of a legacy session. */
  public ChangeEvents listen(String session)
      throws BenchmarkException, IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(endpoint).timeout(DEADLINE).GET();
    requests.legacyHeaders(session).forEach(request::header);
    HttpResponse<Stream<String>> answer = http.send(request.build(), BodyHandlers.ofLines());
    if (answer.statusCode() != OK) {
      throw new BenchmarkException("The event stream was refused with " + answer.statusCode());
    }
    return new ChangeEvents(answer.body());
  }

  /** Returns the answer of this runtime, or of another server, to a request of this client. */
  public HttpAnswer exchange(InetSocketAddress server, String target, McpRequest request)
      throws IOException {
    return SingleExchange.post(
        new PostRequest(server, target, request.headers(), request.body()),
        (int) DEADLINE.toMillis());
  }

  private HttpResponse<String> send(McpRequest message) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint)
            .timeout(DEADLINE)
            .POST(BodyPublishers.ofString(message.body()));
    message.headers().forEach(request::header);
    return http.send(request.build(), BodyHandlers.ofString());
  }
}
