package dev.talaria.registry.internal.availability;

import dev.talaria.pipeline.Failures;

/** Makes texts that foreign code gave fit for messages. */
final class Texts {
  private static final int LONGEST = 500;

  private Texts() {}

  /** Returns one line of bounded length, cleaned like errors of tools. */
  static String line(String text) {
    return Failures.line(text, LONGEST);
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
