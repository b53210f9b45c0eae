package dev.talaria.itests.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.itests.harness.Home;
import dev.talaria.itests.harness.Json;
import dev.talaria.itests.harness.RawMcp;
import dev.talaria.itests.harness.RuntimeProcess;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What no proper client sends, to the packed runtime: an answer in words, and it serves on. */
@Timeout(300)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProtocolIT {
  private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}";
  private static final int MEGABYTE = 1 << 20;

  private RuntimeProcess runtime;
  private RawMcp client;

  @BeforeAll
  void start(@TempDir Path folder) {
    runtime = RuntimeProcess.start(Home.in(folder));
    client = RawMcp.connect(runtime.mcpUrl(), runtime.api().token());
  }

  @AfterAll
  void stop() {
    runtime.close();
  }

  @AfterEach
  void itServesOn() {
    assertThat(RawMcp.message(client.post(PING)).has("result")).isTrue();
  }

  private static void assertError(HttpResponse<String> response, int code) {
    JsonNode error = RawMcp.message(response).path("error");
    assertThat(error.path("code").asInt()).as(response.body()).isEqualTo(code);
    assertThat(error.path("message").asString()).isNotBlank().doesNotContain("dev.talaria.mcp");
  }

  @Test
  void whatIsNoJsonIsAParseError() {
    assertError(client.post("{\"jsonrpc\":\"2.0\",\"id\":1,"), -32700);
    assertError(client.post(""), -32700);
  }

  @Test
  void whatIsNoRequestIsInvalid() {
    assertError(client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}"), -32600);
    assertError(client.post("{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}"), -32600);
  }

  @Test
  void anUnknownMethodIsSaid() {
    assertError(client.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/destroy\"}"), -32601);
  }

  @Test
  void wrongTypesOfParametersAreSaid() {
    assertError(
        client.post(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":5}}"),
        -32602);
  }

  @Test
  void anUnknownToolIsAProtocolError() {
    JsonNode answer = client.call("no_such_tool", Json.object());
    assertThat(answer.at("/error/code").asInt()).as(answer.toString()).isEqualTo(-32602);
    assertThat(answer.at("/error/message").asString()).contains("no_such_tool");
  }

  @Test
  void wrongTypesOfArgumentsAreTheToolsAnswer() {
    JsonNode answer = client.call("read_file", Json.object("path", Json.object("a", 1)));
    assertThat(answer.at("/result/isError").asBoolean()).as(answer.toString()).isTrue();
    assertThat(answer.at("/result/content/0/text").asString()).contains("path");
  }

  @Test
  void tenMegabytesOfArgumentsAreRefused() {
    String large = "y".repeat(10 * MEGABYTE);
    HttpResponse<String> refused =
        client.post(
            Json.object(
                    "jsonrpc",
                    "2.0",
                    "id",
                    1,
                    "method",
                    "tools/call",
                    "params",
                    Json.object("name", "read_file", "arguments", Json.object("path", large)))
                .toString());
    assertThat(refused.statusCode()).isEqualTo(413);
    assertThat(refused.body()).contains("larger than");
  }

  @Test
  void aMegabyteOfBracketsIsRefused() {
    assertError(client.post("[".repeat(MEGABYTE)), -32600);
    HttpResponse<String> nested =
        client.post(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":"
                + "\"read_file\",\"arguments\":{\"path\":"
                + "[".repeat(MEGABYTE / 2)
                + "]".repeat(MEGABYTE / 2)
                + "}}}");
    assertThat(RawMcp.message(nested).path("error").path("code").asInt())
        .as(nested.body())
        .isIn(-32600, -32602, -32700);
  }

  @Test
  void withoutTheTokenNothingIsAnswered() {
    HttpResponse<String> without = RawMcp.send(runtime.mcpUrl(), PING);
    assertThat(without.statusCode()).isEqualTo(401);
    assertThat(without.headers().firstValue("WWW-Authenticate"))
        .hasValueSatisfying(value -> assertThat(value).startsWith("Bearer"));
    assertThat(RawMcp.send(runtime.mcpUrl(), PING, "Authorization", "Bearer wrong").statusCode())
        .isEqualTo(401);
    // Before anything of the request is looked at.
    assertThat(RawMcp.send(runtime.mcpUrl(), "{no json").statusCode()).isEqualTo(401);
    assertThat(RawMcp.send(runtime.url() + "/api/v1/stop", "{}").statusCode()).isEqualTo(401);
  }

  @Test
  void anotherOriginIsRefused() {
    assertThat(client.post(PING, "Origin", "http://evil.example").statusCode()).isEqualTo(403);
    assertThat(
            RawMcp.send(
                    runtime.url() + "/api/v1/stop",
                    "{}",
                    "Authorization",
                    "Bearer " + runtime.api().token(),
                    "Origin",
                    "http://evil.example")
                .statusCode())
        .isEqualTo(403);
  }

  @ParameterizedTest
  @CsvSource({"evil.example", "127.0.0.1.evil.example", "127.0.0.1:1", "localhost.:80"})
  void anotherHostIsRefused(String host) throws IOException {
    URI url = URI.create(runtime.url());
    try (Socket socket = new Socket(url.getHost(), url.getPort())) {
      socket.setSoTimeout(10_000);
      String request =
          "POST /mcp HTTP/1.1\r\nHost: "
              + host
              + "\r\nAuthorization: Bearer "
              + runtime.api().token()
              + "\r\nContent-Type: application/json\r\nAccept: application/json,"
              + " text/event-stream\r\nConnection: close\r\nContent-Length: "
              + PING.length()
              + "\r\n\r\n"
              + PING;
      socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer.lines().findFirst().orElse("")).contains(" 403");
    }
  }
}
