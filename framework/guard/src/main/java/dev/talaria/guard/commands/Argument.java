package dev.talaria.guard.commands;

/**
 * A word as the command will see it.
 *
 * @param text after expansion; what is not known stands as U+FFFD
 * @param known whether nothing in it is unknown
 * @param pattern whether the shell would expand it to file names
 */
record Argument(String text, boolean known, boolean pattern) {
  static final String UNKNOWN = "\ufffd";

  boolean isOption() {
    return text.startsWith("-") && text.length() > 1;
  }
}
