package dev.talaria.registry.internal.availability;

/** Makes texts that foreign code gave fit for messages. */
final class Texts {
  private static final int LONGEST = 500;

  private Texts() {}

  /** Returns one line of bounded length. */
  static String line(String text) {
    String cut = text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
    StringBuilder line = new StringBuilder(cut.length());
    cut.codePoints()
        .map(c -> Character.isISOControl(c) || Character.getType(c) == Character.FORMAT ? ' ' : c)
        .forEach(line::appendCodePoint);
    return line.toString().strip();
  }

  /** Returns what a throwable says, which is foreign code again. */
  static String described(Throwable thrown) {
    String type = thrown.getClass().getSimpleName();
    try {
      String message = thrown.getMessage();
      return message == null || message.isBlank() ? type : type + ": " + line(message);
    } catch (Throwable again) {
      return type;
    }
  }
}
