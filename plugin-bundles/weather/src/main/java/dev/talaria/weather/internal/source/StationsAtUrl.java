package dev.talaria.weather.internal.source;

import dev.talaria.api.ToolException;
import dev.talaria.weather.internal.station.StationFile;
import dev.talaria.weather.internal.station.StationFileException;
import dev.talaria.weather.internal.station.Stations;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A station file on the web, fetched at each call. The client starts its threads at the first
 * request, and the JDK ends them when the client is no longer reachable: a source is just dropped.
 */
final class StationsAtUrl implements StationSource {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int MAX_BYTES = 1024 * 1024;
  private static final int OK = 200;

  private final URI address;
  private final HttpClient client;

  StationsAtUrl(URI address) {
    this.address = address;
    this.client =
        HttpClient.newBuilder()
            .connectTimeout(PATIENCE)
            .followRedirects(HttpClient.Redirect.NEVER)
            .build();
  }

  /** User, path and query may hold a secret. */
  @Override
  public String name() {
    return address.getHost();
  }

  @Override
  public Stations stations(Duration limit) throws ToolException, InterruptedException {
    HttpResponse<byte[]> response = fetch(limit.compareTo(PATIENCE) < 0 ? limit : PATIENCE);
    if (response.statusCode() != OK) {
      throw failure("answered with status " + response.statusCode(), null);
    }
    try {
      return StationFile.parse(text(response.body()));
    } catch (StationFileException e) {
      throw failure("sent a station file that cannot be read: " + e.getMessage(), e);
    }
  }

  /** The deadline is for everything, the last byte of the body too. */
  private HttpResponse<byte[]> fetch(Duration limit) throws ToolException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(address).header("Accept", "text/csv, text/plain").build();
    CompletableFuture<HttpResponse<byte[]>> answer =
        client.sendAsync(request, head -> new BoundedBody(MAX_BYTES));
    try {
      return answer.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw failure("did not answer within " + limit.toMillis() + " ms", e);
    } catch (ExecutionException e) {
      throw failure("cannot be read: " + reason(e.getCause()), e);
    } finally {
      answer.cancel(true);
    }
  }

  private static String reason(Throwable cause) {
    String type = cause.getClass().getSimpleName();
    return cause.getMessage() == null ? type : type + ": " + cause.getMessage();
  }

  private String text(byte[] body) throws ToolException {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(body)).toString();
    } catch (CharacterCodingException e) {
      throw failure("sent something that is no UTF-8 text", e);
    }
  }

  private ToolException failure(String what, Throwable cause) {
    return new ToolException("The weather source " + name() + " " + what + ".", cause);
  }
}
