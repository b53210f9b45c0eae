package dev.talaria.launcher.output;

/** Text from elsewhere on its way to a terminal. */
public final class Text {
  private static final int CONTROL_LIMIT = 0x20;

  private Text() {}

  /**
   * Makes one line of a text that a bundle or a server wrote: white space becomes a blank, and
   * control characters, which could move the cursor or retitle the window, become {@code ?}.
   */
  public static String line(String text) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c)) {
        line.append(' ');
      } else {
        line.append(c < CONTROL_LIMIT || Character.getType(c) == Character.CONTROL ? '?' : c);
      }
    }
    return line.toString().strip();
  }

  /** Shortens a line to a number of characters. */
  public static String shortened(String line, int length) {
    return line.length() <= length ? line : line.substring(0, length - 1) + "…";
  }
}
