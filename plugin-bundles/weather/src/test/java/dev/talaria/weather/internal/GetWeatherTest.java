package dev.talaria.weather.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.talaria.api.ToolException;
import dev.talaria.weather.internal.GetWeather.Args;
import dev.talaria.weather.internal.GetWeather.Result;
import dev.talaria.weather.internal.GetWeather.Unit;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.annotation.Annotation;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class GetWeatherTest {
  private static final String FILE =
      """
      # of a test
      place,country,celsius,sky,observed

      Ys, Brittany , -0.5 ,under water,2026-02-01T00:00:00Z
      """;

  @Nested
  class FromSampleData {
    @ParameterizedTest
    @ValueSource(strings = {"Lyon", "lyon", " LYON ", "Lyon, France", "lyon france"})
    void answersForAPlace(String place) throws Exception {
      assertThat(ask("", place, Unit.celsius))
          .isEqualTo(
              new Result(
                  "Lyon, France",
                  4.5,
                  Unit.celsius,
                  "fog",
                  Instant.parse("2026-01-15T12:00:00Z"),
                  "sample data"));
    }

    @ParameterizedTest
    @CsvSource({"zurich, 1.6, celsius", "Zürich, 34.9, fahrenheit", "montreal, 11.7, fahrenheit"})
    void ignoresAccentsAndConverts(String place, double temperature, Unit unit) throws Exception {
      assertThat(ask("", place, unit))
          .extracting(Result::temperature, Result::unit)
          .containsExactly(temperature, unit);
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "Lion | No station is known in 'Lion'. Similar places: Lyon, France",
          "Parris | Similar places: Paris, France",
          "New York City | Similar places: New York, United States",
          "Xyzzyxyzzy | Known places are, for example: Amsterdam, Netherlands; Athens, Greece;",
        })
    void namesSimilarPlacesForAnUnknownOne(String place, String message) {
      assertThatThrownBy(() -> ask("", place, Unit.celsius))
          .isInstanceOf(ToolException.class)
          .hasMessageContaining(message);
    }

    @Test
    void asksWhichOfTwo() throws Exception {
      assertThatThrownBy(() -> ask("", "Birmingham", Unit.celsius))
          .isInstanceOf(ToolException.class)
          .hasMessage(
              "More than one place is called 'Birmingham'; ask for one of:"
                  + " Birmingham, United Kingdom; Birmingham, United States");
      assertThat(ask("", "Birmingham, United States", Unit.celsius).temperature()).isEqualTo(9.7);
    }
  }

  @Nested
  class FromAnAddress {
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger requests = new AtomicInteger();
    private final CountDownLatch end = new CountDownLatch(1);
    private HttpServer server;

    @BeforeEach
    void start() throws IOException {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setExecutor(threads);
      server.start();
    }

    @AfterEach
    void stop() {
      end.countDown();
      server.stop(0);
      threads.shutdownNow();
    }

    @Test
    void answersFromTheFileThere() throws Exception {
      assertThat(ask(serve(body(200, FILE.getBytes(StandardCharsets.UTF_8))), "ys", Unit.celsius))
          .isEqualTo(
              new Result(
                  "Ys, Brittany",
                  -0.5,
                  Unit.celsius,
                  "under water",
                  Instant.parse("2026-02-01T00:00:00Z"),
                  server.getAddress().getHostString()));
    }

    @Test
    void fetchesAtACallAndNotBefore() throws Exception {
      String url = serve(body(200, FILE.getBytes(StandardCharsets.UTF_8)));
      GetWeather tool = new GetWeather(configuration(url));
      tool.modified(configuration(url));
      assertThat(requests).hasValue(0);
      ask(tool, "ys", Unit.celsius);
      assertThat(requests).hasValue(1);
    }

    @Test
    void aChangedConfigurationHoldsFromTheNextCall() throws Exception {
      GetWeather tool = new GetWeather(configuration(""));
      tool.modified(configuration(serve(body(200, FILE.getBytes(StandardCharsets.UTF_8)))));
      assertThat(ask(tool, "ys", Unit.celsius).sky()).isEqualTo("under water");
      tool.modified(configuration(""));
      assertThat(ask(tool, "lyon", Unit.celsius).source()).isEqualTo("sample data");
    }

    @ParameterizedTest
    @CsvSource(
        delimiter = '|',
        value = {
          "404 | x | answered with status 404.",
          "302 | x | answered with status 302.",
          "200 | <html> | line 1 is not the head line place,country,celsius,sky,observed",
          "200 | # nothing | there is no station in it",
        })
    void saysWhatIsWrongWithTheAnswer(int status, String body, String message) {
      String url = serve(body(status, body.getBytes(StandardCharsets.UTF_8)));
      assertFailure(url, message);
    }

    @Test
    void refusesWhatIsNoText() {
      assertFailure(serve(body(200, new byte[] {(byte) 0xff, 0x20})), "no UTF-8 text");
    }

    @Test
    void stopsReadingWhatIsTooLong() {
      // Without an end: only a reader that stops gets here.
      String url =
          serve(
              exchange -> {
                exchange.sendResponseHeaders(200, 0);
                try (OutputStream out = exchange.getResponseBody()) {
                  byte[] comment = "# comment\n".repeat(1000).getBytes(StandardCharsets.UTF_8);
                  while (end.getCount() > 0) {
                    out.write(comment);
                  }
                }
              });
      assertFailure(url, "longer than 1048576 bytes");
    }

    @Test
    void waitsNoLongerThanTheCallMay() {
      String silent = serve(exchange -> awaitEnd());
      String slow =
          serve(
              exchange -> {
                exchange.sendResponseHeaders(200, 0);
                exchange.getResponseBody().write('#');
                exchange.getResponseBody().flush();
                awaitEnd();
              });
      for (String url : new String[] {silent, slow}) {
        GetWeather tool = new GetWeather(configuration(url));
        assertThatThrownBy(
                () ->
                    tool.call(
                        new Args("Ys", Unit.celsius), new CallOfATest(Duration.ofMillis(200))))
            .isInstanceOf(ToolException.class)
            .hasMessageContaining("did not answer within 200 ms");
      }
    }

    @Test
    void saysThatNobodyAnswers() throws IOException {
      int port;
      try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
        port = free.getLocalPort();
      }
      assertFailure("http://127.0.0.1:" + port + "/secret?key=secret", "ConnectException");
    }

    private String serve(HttpHandler handler) {
      String path = "/" + System.nanoTime();
      server.createContext(
          path,
          exchange -> {
            requests.incrementAndGet();
            try (exchange) {
              handler.handle(exchange);
            }
          });
      InetSocketAddress address = server.getAddress();
      return "http://" + address.getHostString() + ":" + address.getPort() + path + "?key=secret";
    }

    private static HttpHandler body(int status, byte[] body) {
      return (HttpExchange exchange) -> {
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
      };
    }

    private void awaitEnd() {
      try {
        end.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    private void assertFailure(String url, String message) {
      assertThatThrownBy(() -> ask(url, "Ys", Unit.celsius))
          .isInstanceOf(ToolException.class)
          .hasMessageStartingWith("The weather source ")
          .hasMessageContaining(message)
          .message()
          .doesNotContain("secret");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ftp://h/secret", "secret", "http:///secret", "http://a b/secret", "file:/secret"})
  void anAddressThatIsNoneIsSaidAtTheCall(String url) {
    assertThatThrownBy(() -> ask(url, "Lyon", Unit.celsius))
        .isInstanceOf(ToolException.class)
        .hasMessageContaining("'url' in the configuration dev.talaria.weather is no http")
        .message()
        .doesNotContain("secret");
  }

  private static Result ask(String url, String place, Unit unit) throws Exception {
    return ask(new GetWeather(configuration(url)), place, unit);
  }

  private static Result ask(GetWeather tool, String place, Unit unit) throws Exception {
    return tool.call(new Args(place, unit), new CallOfATest(Duration.ofSeconds(15)));
  }

  private static WeatherConfiguration configuration(String url) {
    return new WeatherConfiguration() {
      @Override
      public String url() {
        return url;
      }

      @Override
      public Class<? extends Annotation> annotationType() {
        return WeatherConfiguration.class;
      }
    };
  }
}
