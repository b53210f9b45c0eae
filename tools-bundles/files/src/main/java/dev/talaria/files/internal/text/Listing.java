package dev.talaria.files.internal.text;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Text with a line number and a bar before each line, as read_file answers. */
public final class Listing {
  private static final Pattern NUMBERED = Pattern.compile("\\s{0,10}+(\\d{1,9})\\|.*");

  private Listing() {}

  /** Returns the listing of lines, the first of which has this number. */
  public static String of(List<String> lines, int firstNumber) {
    StringBuilder listing = new StringBuilder();
    int number = firstNumber;
    for (String line : lines) {
      listing.append(number++).append('|').append(line).append('\n');
    }
    return listing.toString();
  }

  /** Returns whether a text is such a listing: two lines or more, numbered without a gap. */
  public static boolean isOne(String text) {
    List<String> lines = text.lines().toList();
    if (lines.size() < 2) {
      return false;
    }
    long expected = -1;
    for (String line : lines) {
      Matcher matcher = NUMBERED.matcher(line);
      if (!matcher.matches()) {
        return false;
      }
      long number = Long.parseLong(matcher.group(1));
      if (expected >= 0 && number != expected) {
        return false;
      }
      expected = number + 1;
    }
    return true;
  }
}
