package dev.talaria.benchmarks.runner.report;

import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

/** How figures are written. */
public final class Figures {
  private static final double NANOS_PER_MILLI = 1e6;

  private Figures() {}

  /** Writes nanoseconds in milliseconds with two digits after the point below 10. */
  public static String millis(long nanos) {
    double millis = nanos / NANOS_PER_MILLI;
    return format(Math.abs(millis) < 10 ? "%.2f" : "%.0f", millis);
  }

  /** Writes KiB in MiB. */
  public static String mib(long kib) {
    return format("%.0f", kib / 1024.0);
  }

  /** Writes a whole number. */
  public static String whole(double value) {
    return format("%.0f", value);
  }

  /** Writes a number with one digit after the point. */
  public static String tenth(double value) {
    return format("%.1f", value);
  }

  /** Writes how many of one thing come to one of another. */
  public static String ratio(double value) {
    return format("%.2f", value);
  }

  /** Writes a share, 1 being all, in per cent. */
  public static String percent(double share) {
    return format("%.0f %%", share * 100);
  }

  /** Writes several, as they came. */
  public static String all(Collection<String> figures) {
    return figures.stream().collect(Collectors.joining(", "));
  }

  private static String format(String pattern, double value) {
    return String.format(Locale.ROOT, pattern, value);
  }
}
