package dev.talaria.benchmarks.runner.statistics;

import java.util.Arrays;

/** Durations in nanoseconds, collected one by one. For one thread. */
public final class Samples {
  private static final int FIRST_CAPACITY = 1024;

  private long[] values = new long[FIRST_CAPACITY];
  private int size;
  private boolean sorted;

  /** Returns samples with these values. */
  public static Samples of(long... nanos) {
    Samples samples = new Samples();
    for (long value : nanos) {
      samples.add(value);
    }
    return samples;
  }

  /** Adds one. */
  public void add(long nanos) {
    if (size == values.length) {
      values = Arrays.copyOf(values, size * 2);
    }
    values[size++] = nanos;
    sorted = false;
  }

  /** Returns how many there are. */
  public int size() {
    return size;
  }

  /** Returns the smallest. */
  public long min() {
    return percentile(0);
  }

  /** Returns the middle one; of an even number the mean of the middle two. */
  public long median() {
    sort();
    int middle = size / 2;
    return size % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
  }

  /** Returns the largest. */
  public long max() {
    return percentile(100);
  }

  /**
   * Returns the smallest value that at least this share of all does not exceed (nearest rank), so
   * always one that was measured.
   *
   * @param percent from 0 to 100
   */
  public long percentile(double percent) {
    sort();
    int rank = (int) Math.ceil(percent / 100 * size);
    return values[Math.max(rank, 1) - 1];
  }

  private void sort() {
    if (size == 0) {
      throw new IllegalStateException("Nothing was measured.");
    }
    if (!sorted) {
      Arrays.sort(values, 0, size);
      sorted = true;
    }
  }
}
