package dev.talaria.formats.jar;

import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Version ranges as in the OSGi Core specification (§ 3.2.6). */
final class VersionRange {
  private static final Pattern RANGE =
      Pattern.compile("([\\[(])\\s*([^,\\s]+)\\s*,\\s*([^,\\s]+)\\s*([\\])])");

  private VersionRange() {}

  /** Whether a range, or a plain lowest version, includes a version; one of no form does not. */
  static boolean includes(String range, String version) {
    String text = range.strip();
    Matcher interval = RANGE.matcher(text);
    try {
      if (!interval.matches()) {
        return compare(version, text) >= 0;
      }
      int low = compare(version, interval.group(2));
      int high = compare(version, interval.group(3));
      return (interval.group(1).equals("[") ? low >= 0 : low > 0)
          && (interval.group(4).equals("]") ? high <= 0 : high < 0);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static int compare(String left, String right) {
    String[] a = left.split("\\.", 4);
    String[] b = right.split("\\.", 4);
    for (int i = 0; i < 3; i++) {
      int order = number(a, i).compareTo(number(b, i));
      if (order != 0) {
        return order;
      }
    }
    return (a.length > 3 ? a[3] : "").compareTo(b.length > 3 ? b[3] : "");
  }

  private static BigInteger number(String[] parts, int index) {
    return index < parts.length ? new BigInteger(parts[index]) : BigInteger.ZERO;
  }
}
