package dev.talaria.benchmarks.runner.measure;

import dev.talaria.benchmarks.runner.errors.BenchmarkException;
import dev.talaria.benchmarks.runner.http.HttpAnswer;
import dev.talaria.benchmarks.runner.http.PostRequest;
import dev.talaria.benchmarks.runner.load.CallRequest;
import dev.talaria.benchmarks.runner.load.ClosedLoop;
import dev.talaria.benchmarks.runner.mcp.McpClient;
import dev.talaria.benchmarks.runner.mcp.McpRequest;
import dev.talaria.benchmarks.runner.process.BareProcess;
import dev.talaria.benchmarks.runner.process.Pinning;
import dev.talaria.benchmarks.runner.process.ServerProcess;
import dev.talaria.benchmarks.runner.process.TalariaProcess;
import dev.talaria.benchmarks.runner.report.Figures;
import dev.talaria.benchmarks.runner.report.Table;
import dev.talaria.benchmarks.runner.statistics.Median;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.time.Duration;
import java.util.List;

/**
 * Calls of echo in both eras, next to a bare asynchronous servlet that gets the same bytes and
 * answers with as many. The servers take turns, so that what disturbs the machine disturbs each.
 */
public final class Throughput implements Measurement {
  private static final int ROUNDS = 3;
  private static final int OK = 200;
  private static final int CONNECTIONS = 32;
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final Duration START = Duration.ofSeconds(30);
  private static final Duration RETRY = Duration.ofMillis(50);
  private static final String TEXT = "The quick brown fox jumps over the lazy dog.";

  @Override
  public String name() {
    return "throughput";
  }

  @Override
  public String title() {
    return "Throughput of echo over HTTP, next to a bare asynchronous servlet";
  }

  @Override
  public String run(Setup setup) throws BenchmarkException, IOException, InterruptedException {
    Pinning pinning = new Pinning();
    try (TalariaProcess runtime = TalariaProcess.start(setup.distribution(), pinning.server());
        BareProcess bare =
            BareProcess.start(setup.distribution(), setup.bare(), pinning.server())) {
      McpClient client = McpClient.awaitStart(runtime);
      Files.copy(setup.echo(), runtime.deployFolder().resolve("echo.jar"));
      client.awaitListed("echo", true);
      Pair legacy =
          pair(
              "legacy",
              client,
              client.requests().legacyCall(client.openSession(), TEXT),
              runtime,
              bare);
      Pair modern = pair("modern", client, client.requests().modernCall(TEXT), runtime, bare);
      pinning.client();
      List<Subject> turns =
          List.of(legacy.runtime(), legacy.bare(), modern.runtime(), modern.bare());
      for (Subject subject : turns) {
        setup.say("throughput: warm-up of " + subject.name());
        subject.warmUp(setup.load());
      }
      for (int round = 1; round <= setup.rounds(ROUNDS); round++) {
        for (Subject subject : turns) {
          setup.say("throughput: round " + round + ", " + subject.name());
          subject.measure(setup.load());
        }
      }
      return CONNECTIONS
          + " connections, closed loop; "
          + pinning.description()
          + "; "
          + setup.load().toSeconds()
          + " s a turn, in the order of the rows, after as long a warm-up each.\n\n"
          + turns(turns)
          + "\n"
          + ratios(List.of(legacy, modern));
    }
  }

  /** The runtime and the bare servlet under the same request. */
  private record Pair(String era, Subject runtime, Subject bare) {}

  private static Pair pair(
      String era, McpClient client, McpRequest call, TalariaProcess runtime, BareProcess bare)
      throws BenchmarkException, IOException, InterruptedException {
    int size = ok(client.exchange(runtime.address(), "/mcp", call)).body().length;
    String target = "/bare?" + size;
    int bareSize = awaitBare(client, bare, target, call).body().length;
    if (bareSize != size) {
      throw new BenchmarkException(
          "The bare servlet answers with " + bareSize + " bytes, the runtime with " + size + ".");
    }
    return new Pair(
        era,
        subject("echo, " + era, request(runtime.address(), "/mcp", call), runtime.process()),
        subject("bare, as " + era, request(bare.address(), target, call), bare.process()));
  }

  private static CallRequest request(InetSocketAddress server, String target, McpRequest call) {
    return new CallRequest(new PostRequest(server, target, call.headers(), call.body()), TEXT);
  }

  private static Subject subject(String name, CallRequest request, ServerProcess server) {
    return new Subject(name, server, new ClosedLoop(request, CONNECTIONS, PATIENCE));
  }

  /** The HTTP service listens before it knows the servlet. */
  private static HttpAnswer awaitBare(
      McpClient client, BareProcess bare, String target, McpRequest call)
      throws BenchmarkException, IOException, InterruptedException {
    long end = System.nanoTime() + START.toNanos();
    while (true) {
      try {
        return ok(client.exchange(bare.address(), target, call));
      } catch (IOException | BenchmarkException e) {
        bare.process().requireAlive();
        if (System.nanoTime() > end) {
          throw e;
        }
        Thread.sleep(RETRY.toMillis());
      }
    }
  }

  private static HttpAnswer ok(HttpAnswer answer) throws BenchmarkException {
    if (answer.status() != OK) {
      throw new BenchmarkException(
          "A call was answered with " + answer.status() + ": " + answer.text());
    }
    return answer;
  }

  private static String turns(List<Subject> subjects) {
    Table table =
        new Table(
            "server",
            "calls/s, each round",
            "median",
            "p50 ms",
            "p99 ms",
            "server CPU µs a call",
            "client core",
            "others' CPU");
    subjects.forEach(subject -> subject.row(table));
    return table.toString();
  }

  private static String ratios(List<Pair> pairs) {
    Table table = new Table("echo of bare", "each round", "median", "extra CPU µs a call");
    for (Pair pair : pairs) {
      List<Double> ratios = pair.runtime().ratesOver(pair.bare());
      table.row(
          pair.era(),
          Figures.all(ratios.stream().map(Figures::percent).toList()),
          Figures.percent(Median.of(ratios)),
          Figures.tenth(pair.runtime().cpuMicros() - pair.bare().cpuMicros()));
    }
    return table.toString();
  }
}
