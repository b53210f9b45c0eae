package dev.talaria.launcher.command;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.talaria.launcher.home.Home;
import dev.talaria.launcher.home.HomeFolder;
import dev.talaria.launcher.home.HomeLock;
import dev.talaria.launcher.home.HomeToken;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** Answers as a runtime would, from what a test lays down, and holds the home's lock. */
final class StubRuntime implements AutoCloseable {
  private record Answer(int status, String body) {}

  private final HttpServer server;
  private final HomeLock lock;
  private final String token;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();

  StubRuntime(Home home) throws IOException {
    new HomeFolder(home).prepare();
    lock = HomeLock.acquire(home);
    HomeToken.ensure(home);
    token = HomeToken.read(home);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::handle);
    server.start();
    writeRecord(home, ProcessHandle.current().pid());
  }

  void writeRecord(Home home, long pid) throws IOException {
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    Files.writeString(
        home.runtimeRecord(),
        "{\"pid\":%d,\"port\":%d,\"url\":\"%s\",\"mcpUrl\":\"%s/mcp\",\"version\":\"9\"}"
            .formatted(pid, server.getAddress().getPort(), url, url));
  }

  /** Lays down an answer to a line such as {@code GET /api/v1/status}. */
  StubRuntime answering(String request, int status, String body) {
    answers.put(request, new Answer(status, body));
    return this;
  }

  List<String> requests() {
    return requests;
  }

  private void handle(HttpExchange exchange) throws IOException {
    String request = exchange.getRequestMethod() + " " + exchange.getRequestURI();
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    requests.add(body.isEmpty() ? request : request + " " + body);
    Answer answer = answers.getOrDefault(request, new Answer(404, "{\"error\":\"nothing there\"}"));
    if (!("Bearer " + token).equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      answer = new Answer(401, "{\"error\":\"no token\"}");
    }
    byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    try {
      lock.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
