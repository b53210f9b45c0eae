package dev.talaria.benchmarks.runner.statistics;

import java.util.Collection;

/** The middle of a few figures that are no durations. */
public final class Median {
  private Median() {}

  /** Returns the middle one; of an even number the mean of the middle two. */
  public static double of(Collection<Double> figures) {
    double[] sorted = figures.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    if (sorted.length == 0) {
      throw new IllegalStateException("Nothing was measured.");
    }
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
