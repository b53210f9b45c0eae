package dev.talaria.mcp.server.testing;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;

/** Reads an event stream on a thread of its own. */
public final class EventReader implements AutoCloseable {
  private final HttpResponse<InputStream> response;
  private final BlockingQueue<JsonNode> events = new LinkedBlockingQueue<>();
  private final AtomicInteger comments = new AtomicInteger();
  private final CountDownLatch ended = new CountDownLatch(1);

  EventReader(HttpResponse<InputStream> response) {
    this.response = response;
    Thread thread = new Thread(this::read, "event-reader");
    thread.setDaemon(true);
    thread.start();
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("data: ")) {
          events.add(McpClient.MAPPER.readTree(line.substring(6)));
        } else if (line.startsWith(":")) {
          comments.incrementAndGet();
        }
      }
    } catch (IOException e) {
      // The stream was closed from either side: that is its end.
    } finally {
      ended.countDown();
    }
  }

  public HttpResponse<InputStream> response() {
    return response;
  }

  public JsonNode next() throws InterruptedException {
    JsonNode event = events.poll(10, TimeUnit.SECONDS);
    if (event == null) {
      throw new AssertionError("no event within 10 s");
    }
    return event;
  }

  public Optional<JsonNode> nextWithin(long millis) throws InterruptedException {
    return Optional.ofNullable(events.poll(millis, TimeUnit.MILLISECONDS));
  }

  public int comments() {
    return comments.get();
  }

  public boolean hasEnded() {
    return ended.getCount() == 0;
  }

  @Override
  public void close() throws IOException {
    response.body().close();
  }
}
