package dev.talaria.benchmarks.runner.load;

import dev.talaria.benchmarks.runner.errors.BenchmarkException;
import dev.talaria.benchmarks.runner.http.HttpAnswer;
import java.util.Arrays;

/**
 * What the answers on one connection have to be. The first is read and judged; each later one has
 * to be the same to the byte, but for its id.
 */
final class ExpectedAnswer {
  private static final int OK = 200;

  private final String text;
  private byte[] body;
  private IdSlot slot;

  ExpectedAnswer(String text) {
    this.text = text;
  }

  void check(HttpAnswer answer, long id) throws BenchmarkException {
    if (answer.status() != OK) {
      throw new BenchmarkException(
          "A call was answered with status " + answer.status() + ": " + answer.text());
    }
    if (body == null) {
      judge(answer, id);
      return;
    }
    slot.put(body, id);
    if (!Arrays.equals(body, answer.body())) {
      throw new BenchmarkException("An answer differs from the first: " + answer.text());
    }
  }

  private void judge(HttpAnswer answer, long id) throws BenchmarkException {
    String json = answer.text().strip();
    slot = IdSlot.of(answer.body(), id);
    boolean good =
        slot.exists()
            && json.startsWith("{")
            && json.endsWith("}")
            && json.contains("\"jsonrpc\":\"2.0\"")
            && json.contains("\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"")
            && !json.contains("\"error\"")
            && !json.contains("\"isError\":true");
    if (!good) {
      throw new BenchmarkException("The answer to call " + id + " is wrong: " + json);
    }
    body = answer.body();
  }
}
