package dev.talaria.benchmarks.runner.http;

/** What a server sent is no HTTP/1.1 answer. */
public final class MalformedAnswerException extends Exception {
  private static final long serialVersionUID = 1;

  MalformedAnswerException(String what) {
    super("The server sent " + what + ".");
  }
}
