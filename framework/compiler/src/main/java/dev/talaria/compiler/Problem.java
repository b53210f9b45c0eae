package dev.talaria.compiler;

/**
 * What is wrong at a place of the source, as its author sees it.
 *
 * @param line from 1
 * @param column from 1
 * @param text what is wrong, in one line
 */
record Problem(long line, long column, String text) {
  private static final int LONGEST = 500;

  Problem {
    String oneLine = text.strip().replaceAll("\\s+", " ");
    text = oneLine.length() > LONGEST ? oneLine.substring(0, LONGEST) + "..." : oneLine;
  }

  @Override
  public String toString() {
    return line + ":" + column + ": " + text;
  }
}
