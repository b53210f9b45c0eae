package dev.talaria.terminal.internal.output;

/**
 * Keeps the end of an output of any length and remembers how far it was read. Guarded by itself:
 * one thread appends, others read.
 */
public final class RecentOutput {
  private final StringBuilder text = new StringBuilder();
  private final int most;
  private long dropped;
  private long read;

  /** Creates a buffer for so many characters. */
  public RecentOutput(int chars) {
    this.most = chars;
  }

  /** Takes more output. */
  public synchronized void append(char[] chars, int length) {
    text.append(chars, 0, length);
    // Cut in big steps: each step moves all that stays.
    if (text.length() > 2 * most) {
      int cut = text.length() - most;
      text.delete(0, cut);
      dropped += cut;
    }
  }

  /**
   * Returns what came since the last time, or its end if that is too long.
   *
   * @param chars to return at most
   */
  public synchronized String unread(int chars) {
    long end = dropped + text.length();
    long from = Math.max(Math.max(read, dropped), end - chars);
    String missed = from > read ? "[... " + (from - read) + " characters left out ...]\n" : "";
    read = end;
    return missed + text.substring((int) (from - dropped));
  }

  /** Returns all that is kept. */
  public synchronized String text() {
    return text.substring(Math.max(0, text.length() - most));
  }

  /** Returns whether the begin is gone. */
  public synchronized boolean isCut() {
    return dropped > 0 || text.length() > most;
  }
}
