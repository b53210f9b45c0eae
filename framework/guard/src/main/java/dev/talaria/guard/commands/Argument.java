package dev.talaria.guard.commands;

/**
 * A word as the command will see it.
 *
 * @param text after expansion; what is not known stands as U+FFFD
 * @param known whether nothing in it is unknown
 * @param pattern whether the shell would expand it to file names
 * @param splits whether something unknown in it may become further words
 */
record Argument(String text, boolean known, boolean pattern, boolean splits) {
  static final String UNKNOWN = "\ufffd";

  /** Returns a word that is exactly this. */
  static Argument plain(String text) {
    return new Argument(text, true, false, false);
  }

  boolean isOption() {
    return text.startsWith("-") && text.length() > 1;
  }
}
