package dev.talaria.benchmarks.runner.measure;

import dev.talaria.benchmarks.runner.errors.BenchmarkException;
import dev.talaria.benchmarks.runner.load.ClosedLoop;
import dev.talaria.benchmarks.runner.load.LoadResult;
import dev.talaria.benchmarks.runner.process.MachineCpu;
import dev.talaria.benchmarks.runner.process.ServerProcess;
import dev.talaria.benchmarks.runner.report.Figures;
import dev.talaria.benchmarks.runner.report.Table;
import dev.talaria.benchmarks.runner.statistics.Median;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** One server under one request, and its figures of all rounds. For one thread. */
final class Subject {
  private static final double NANOS_PER_MICRO = 1e3;

  private final String name;
  private final ServerProcess server;
  private final ClosedLoop load;
  private final List<Turn> turns = new ArrayList<>();

  /**
   * What came of one turn.
   *
   * @param serverCpu that the server computed
   * @param others share of one core that neither the server nor this process had
   */
  private record Turn(LoadResult load, Duration serverCpu, Optional<Double> others) {
    double cpuMicros() {
      return serverCpu.toNanos() / NANOS_PER_MICRO / load.latencies().size();
    }
  }

  Subject(String name, ServerProcess server, ClosedLoop load) {
    this.name = name;
    this.server = server;
    this.load = load;
  }

  String name() {
    return name;
  }

  void warmUp(Duration duration) throws BenchmarkException, IOException {
    load.run(duration);
    server.requireAlive();
  }

  void measure(Duration duration) throws BenchmarkException, IOException {
    Optional<Duration> machineBefore = MachineCpu.busy();
    Duration serverBefore = server.cpu();
    Duration selfBefore = self();
    LoadResult result = load.run(duration);
    Duration serverCpu = server.cpu().minus(serverBefore);
    Duration ours = self().minus(selfBefore).plus(serverCpu);
    Optional<Duration> machine = MachineCpu.busy();
    Optional<Double> others =
        machine.map(
            busy ->
                (double) busy.minus(machineBefore.orElseThrow()).minus(ours).toNanos()
                    / result.nanos());
    server.requireAlive();
    turns.add(new Turn(result, serverCpu, others));
  }

  /** Returns its rate as a share of another's, round by round. */
  List<Double> ratesOver(Subject other) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < turns.size(); i++) {
      ratios.add(turns.get(i).load().callsPerSecond() / other.turns.get(i).load().callsPerSecond());
    }
    return ratios;
  }

  /** Returns what a call cost the server in microseconds of computing. */
  double cpuMicros() {
    return median(Turn::cpuMicros);
  }

  void row(Table table) {
    table.row(
        name,
        Figures.all(
            turns.stream().map(turn -> Figures.whole(turn.load().callsPerSecond())).toList()),
        Figures.whole(median(turn -> turn.load().callsPerSecond())),
        Figures.millis((long) median(turn -> turn.load().latencies().percentile(50))),
        Figures.millis((long) median(turn -> turn.load().latencies().percentile(99))),
        Figures.tenth(cpuMicros()),
        Figures.percent(median(turn -> turn.load().clientShare())),
        turns.stream().allMatch(turn -> turn.others().isPresent())
            ? Figures.percent(median(turn -> Math.max(0, turn.others().orElseThrow())))
            : "not known");
  }

  private double median(ToDoubleFunction<Turn> figure) {
    return Median.of(turns.stream().map(turn -> figure.applyAsDouble(turn)).toList());
  }

  private static Duration self() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO);
  }
}
