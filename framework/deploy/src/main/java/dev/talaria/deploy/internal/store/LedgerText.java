package dev.talaria.deploy.internal.store;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The ledger as text: a line per record, names encoded as in URLs, and a last line with the hash of
 * what stands above it, by which a half-written file shows.
 */
final class LedgerText {
  private static final String HEADER = "talaria-ledger 1";
  private static final String NONE = "-";

  private LedgerText() {}

  /** A text that is no ledger. */
  static final class Damaged extends Exception {
    Damaged(String message) {
      super(message);
    }

    Damaged(String message, Throwable cause) {
      super(message, cause);
    }
  }

  static String write(Ledger ledger) {
    StringBuilder text = new StringBuilder(HEADER).append('\n');
    text.append("last ").append(ledger.lastSequence()).append(' ').append(ledger.lastTaken());
    text.append('\n');
    ledger
        .owners()
        .forEach(
            (name, owner) ->
                line(text, "owner", owner.sequence(), owner.good().orElse(NONE), encoded(name)));
    ledger.signers().forEach((name, signer) -> line(text, "signer", 0, signer, encoded(name)));
    ledger
        .files()
        .forEach(
            (name, file) ->
                line(
                    text,
                    "file",
                    file.taken(),
                    file.sha256(),
                    encoded(file.symbolicName()) + " " + encoded(name)));
    ledger.allBrokenStarts().forEach((sha256, count) -> line(text, "broke", count, sha256, NONE));
    return text + "end " + Sha256.of(text.toString().getBytes(StandardCharsets.UTF_8)) + "\n";
  }

  private static void line(StringBuilder text, String kind, long number, String hash, String rest) {
    text.append(kind).append(' ').append(number).append(' ').append(hash).append(' ').append(rest);
    text.append('\n');
  }

  static Ledger read(String text) throws Damaged {
    int end = text.lastIndexOf("end ");
    if (end < 0 || !text.startsWith(HEADER + "\n")) {
      throw new Damaged("it has no beginning or no end");
    }
    String body = text.substring(0, end);
    String hash = Sha256.of(body.getBytes(StandardCharsets.UTF_8));
    if (!text.substring(end).equals("end " + hash + "\n")) {
      throw new Damaged("its hash does not fit its content");
    }
    Ledger ledger = new Ledger();
    try {
      body.lines().skip(1).forEach(line -> record(ledger, line.split(" ")));
    } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
      throw new Damaged("it has a line of another form", e);
    }
    ledger.written();
    return ledger;
  }

  private static void record(Ledger ledger, String[] fields) {
    long number = Long.parseLong(fields[1]);
    switch (fields[0]) {
      case "last" -> ledger.restoreCounters(number, Long.parseLong(fields[2]));
      case "owner" ->
          ledger
              .owners()
              .put(
                  decoded(fields[3]),
                  new Ledger.Owner(
                      number, Optional.of(fields[2]).filter(good -> !good.equals(NONE))));
      case "file" ->
          ledger
              .files()
              .put(decoded(fields[4]), new Ledger.Taken(fields[2], decoded(fields[3]), number));
      case "signer" -> ledger.signers().put(decoded(fields[3]), fields[2]);
      case "broke" -> ledger.allBrokenStarts().put(fields[2], (int) number);
      default -> throw new IllegalArgumentException("a record '" + fields[0] + "'");
    }
  }

  private static String encoded(String name) {
    return URLEncoder.encode(name, StandardCharsets.UTF_8);
  }

  private static String decoded(String name) {
    return URLDecoder.decode(name, StandardCharsets.UTF_8);
  }
}
