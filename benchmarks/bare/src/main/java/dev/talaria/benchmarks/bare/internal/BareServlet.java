package dev.talaria.benchmarks.bare.internal;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.concurrent.ExecutorService;

/**
 * Leaves the container's thread at once and answers from a pool. The query is the size of the
 * answer in bytes. Thread-safe.
 */
final class BareServlet extends HttpServlet {
  private static final long serialVersionUID = 1;
  private static final long DEADLINE_MILLIS = 10_000;

  private final transient BareAnswer answers = new BareAnswer();
  private final transient ExecutorService pool;

  BareServlet(ExecutorService pool) {
    this.pool = pool;
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response) {
    AsyncContext exchange = request.startAsync();
    exchange.setTimeout(DEADLINE_MILLIS);
    pool.execute(() -> answer(exchange, request, response));
  }

  private void answer(
      AsyncContext exchange, HttpServletRequest request, HttpServletResponse response) {
    try {
      String size = request.getQueryString();
      byte[] answer =
          answers.to(
              request.getInputStream().readAllBytes(), size == null ? 0 : Integer.parseInt(size));
      response.setContentType("application/json");
      response.setContentLength(answer.length);
      response.getOutputStream().write(answer);
    } catch (IOException | RuntimeException e) {
      log("The request could not be answered.", e);
      response.setStatus(HttpServletResponse.SC_INTERNAL_SERVER_ERROR);
    } finally {
      exchange.complete();
    }
  }
}
