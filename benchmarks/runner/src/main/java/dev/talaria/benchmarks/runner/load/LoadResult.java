package dev.talaria.benchmarks.runner.load;

import dev.talaria.benchmarks.runner.statistics.Samples;

/**
 * What came of a load.
 *
 * @param latencies of the answered calls
 * @param nanos that it lasted
 * @param clientCpuNanos that the client's thread computed meanwhile
 */
public record LoadResult(Samples latencies, long nanos, long clientCpuNanos) {
  private static final double SECOND = 1e9;

  /** Returns the answered calls per second. */
  public double callsPerSecond() {
    return latencies.size() * SECOND / nanos;
  }

  /** Returns the share of one core that the client needed, from 0 to 1. */
  public double clientShare() {
    return (double) clientCpuNanos / nanos;
  }
}
