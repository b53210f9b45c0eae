package dev.talaria.guard.shell;

import java.util.List;
import java.util.Optional;

/** A place in a script. Joins continued lines, as the shell does before anything else. */
final class ShellCursor {
  private static final char END = '\uffff';
  private static final int MAX_DEPTH = 24;

  private final String text;
  private int depth;
  private int at;

  ShellCursor(String text, int depth) {
    this.text = text;
    this.depth = depth;
  }

  int depth() {
    return depth;
  }

  /** Goes one level of nesting down; the reader is recursive, so there is a bottom. */
  void enter() throws ShellSyntaxException {
    if (++depth > MAX_DEPTH) {
      throw new ShellSyntaxException("it is nested too deeply");
    }
  }

  void leave() {
    depth--;
  }

  int position() {
    return at;
  }

  String since(int position) {
    return text.substring(position, at);
  }

  boolean atEnd() {
    joinLines();
    return at >= text.length();
  }

  char peek() {
    joinLines();
    return peek(0);
  }

  /** Looks ahead; a continued line further on is not joined, which only makes reading stricter. */
  char peek(int ahead) {
    return at + ahead < text.length() ? text.charAt(at + ahead) : END;
  }

  char next() {
    joinLines();
    return nextRaw();
  }

  /** Takes a character without joining lines, for what stands in single quotes. */
  char nextRaw() {
    return at < text.length() ? text.charAt(at++) : END;
  }

  boolean exhausted() {
    return at >= text.length();
  }

  String take(int count) {
    at += count;
    return text.substring(at - count, at);
  }

  boolean take(String expected) {
    joinLines();
    if (text.startsWith(expected, at)) {
      at += expected.length();
      return true;
    }
    return false;
  }

  Optional<String> take(List<String> symbols) {
    return symbols.stream().filter(this::take).findFirst();
  }

  void skipBlanks() {
    while (!atEnd() && (peek() == ' ' || peek() == '\t')) {
      at++;
    }
  }

  void skipLine() {
    while (at < text.length() && text.charAt(at) != '\n') {
      at++;
    }
  }

  String rawLine() {
    int end = text.indexOf('\n', at);
    String line = text.substring(at, end < 0 ? text.length() : end);
    at = end < 0 ? text.length() : end + 1;
    return line;
  }

  private void joinLines() {
    while (text.startsWith("\\\n", at)) {
      at += 2;
    }
  }
}
