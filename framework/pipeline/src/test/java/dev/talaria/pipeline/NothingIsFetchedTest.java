package dev.talaria.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** Schemas come from strangers: whatever they name, the runtime asks nobody for it. */
class NothingIsFetchedTest {
  private static final JsonMapper MAPPER = JsonMappers.base();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'$schema':'%s','type':'object'}",
        "{'$ref':'%s'}",
        "{'$dynamicRef':'%s'}",
        "{'$id':'%s','type':'object','properties':{'a':{'$ref':'#/$defs/a'}}}",
        "{'properties':{'a':{'$schema':'%s'}}}",
        "{'properties':{'a':{'$id':'%s','$ref':'#/nowhere'}}}",
        "{'properties':{'a':{'$id':'%s','$dynamicRef':'#nowhere'}}}",
        "{'enum':[{'$ref':'%s'}]}"
      })
  void nothingIsFetched(String schema) throws Exception {
    Queue<String> requests = new ConcurrentLinkedQueue<>();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          requests.add(exchange.getRequestURI().toString());
          byte[] answer = "{\"type\":\"object\"}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    try {
      String address = "http://127.0.0.1:" + server.getAddress().getPort() + "/schema.json";
      compileAndUse(schema.formatted(address).replace('\'', '"'));
    } finally {
      server.stop(0);
    }
    assertThat(requests).isEmpty();
  }

  private static void compileAndUse(String schema) {
    try {
      ArgumentSchema compiled = ArgumentSchema.compile(schema, MAPPER);
      assertThat(compiled.accept("{\"a\":{}}")).isNotNull();
    } catch (InvalidSchemaException e) {
      assertThat(e).message().isNotBlank(); // as good
    }
  }
}
