package dev.talaria.benchmarks.runner.load;

import java.nio.charset.StandardCharsets;

/** The place of the id within the bytes of a message. */
record IdSlot(int at) {
  private static final String MEMBER = "\"id\":";

  /** Finds it, or returns one that is not {@link #exists}. */
  static IdSlot of(byte[] message, long id) {
    int at = new String(message, StandardCharsets.ISO_8859_1).indexOf(MEMBER + id);
    return new IdSlot(at < 0 ? -1 : at + MEMBER.length());
  }

  boolean exists() {
    return at >= 0;
  }

  /** Replaces the id by one of the same width. */
  void put(byte[] message, long id) {
    long rest = id;
    for (int i = at + CallRequest.ID.length() - 1; i >= at; i--) {
      message[i] = (byte) ('0' + rest % 10);
      rest /= 10;
    }
  }
}
