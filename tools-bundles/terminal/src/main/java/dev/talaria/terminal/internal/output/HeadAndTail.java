package dev.talaria.terminal.internal.output;

/**
 * Keeps the begin and the end of an output of any length: 40 and 60 per cent of what fits. Guarded
 * by itself: one thread appends, another reads.
 */
public final class HeadAndTail {
  private final StringBuilder head = new StringBuilder();
  private final char[] tail;
  private final int headChars;
  private long tailed;

  /** Creates a buffer for so many characters. */
  public HeadAndTail(int chars) {
    this.headChars = chars * 2 / 5;
    this.tail = new char[chars - headChars];
  }

  /** Takes more output. */
  public synchronized void append(char[] chars, int length) {
    int forHead = Math.min(length, headChars - head.length());
    head.append(chars, 0, forHead);
    // Of what comes at once only the last part can stay.
    int from = Math.max(forHead, length - tail.length);
    tailed += from - forHead;
    for (int i = from; i < length; i++) {
      tail[(int) (tailed++ % tail.length)] = chars[i];
    }
  }

  /** Returns whether something was left out. */
  public synchronized boolean isCut() {
    return tailed > tail.length;
  }

  /** Returns what was kept, with a word about what was not. */
  public synchronized String text() {
    if (!isCut()) {
      return head + new String(tail, 0, (int) tailed);
    }
    int start = (int) (tailed % tail.length);
    return head
        + "\n[... "
        + (tailed - tail.length)
        + " characters left out ...]\n"
        + new String(tail, start, tail.length - start)
        + new String(tail, 0, start);
  }
}
