package dev.talaria.mcp.server.testing;

import dev.talaria.mcp.server.internal.transport.EventStream;
import dev.talaria.mcp.server.internal.transport.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** An exchange in memory; keeps what is said. Plain answers begin with their status. */
public final class FakeExchange implements HttpExchange, EventStream {
  public final List<String> said = new CopyOnWriteArrayList<>();
  public final Map<String, String> answerHeaders = new ConcurrentHashMap<>();
  public final List<Runnable> closeActions = new CopyOnWriteArrayList<>();
  private final String method;
  private final Map<String, List<String>> headers;
  private final byte[] body;

  public FakeExchange() {
    this("POST", Map.of(), new byte[0]);
  }

  public FakeExchange(String method, Map<String, List<String>> headers, byte[] body) {
    this.method = method;
    this.headers = headers;
    this.body = body;
  }

  @Override
  public String method() {
    return method;
  }

  @Override
  public List<String> headers(String name) {
    return headers.getOrDefault(name, List.of());
  }

  @Override
  public String remoteAddress() {
    return "127.0.0.1";
  }

  @Override
  public void readBody(int maxBytes, Duration deadline, BodyReceiver receiver) {
    if (body.length > maxBytes) {
      receiver.refused(413, "too large");
    } else {
      receiver.received(body);
    }
  }

  @Override
  public void answer(int status, Map<String, String> given, byte[] answer) {
    answerHeaders.putAll(given);
    said.add(status + " " + new String(answer, StandardCharsets.UTF_8));
  }

  @Override
  public EventStream openStream() {
    said.add("stream");
    return this;
  }

  @Override
  public void offer(String key, byte[] frame) {
    said.add(new String(frame, StandardCharsets.UTF_8));
  }

  @Override
  public void finish(byte[] lastFrame) {
    said.add("end " + new String(lastFrame, StandardCharsets.UTF_8));
  }

  @Override
  public boolean dropIfStalled(long stalledNanos) {
    return true;
  }

  @Override
  public void onClosed(Runnable action) {
    closeActions.add(action);
  }
}
