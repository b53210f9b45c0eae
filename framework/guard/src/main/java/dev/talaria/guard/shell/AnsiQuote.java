package dev.talaria.guard.shell;

/** Decodes {@code $'...'}, in which a command's name can hide behind escapes. */
final class AnsiQuote {
  private AnsiQuote() {}

  /** Reads behind the opening quote. */
  static String read(ShellCursor in) throws ShellSyntaxException {
    StringBuilder text = new StringBuilder();
    while (!in.exhausted()) {
      char c = in.nextRaw();
      if (c == '\'') {
        return text.toString();
      }
      if (c == '\\') {
        text.append(escape(in));
      } else {
        text.append(c);
      }
    }
    throw new ShellSyntaxException("a quote is not closed");
  }

  private static String escape(ShellCursor in) throws ShellSyntaxException {
    char c = in.nextRaw();
    return switch (c) {
      case 'n' -> "\n";
      case 't' -> "\t";
      case 'r' -> "\r";
      case 'a' -> "\u0007";
      case 'b' -> "\b";
      case 'f' -> "\f";
      case 'v' -> "\u000b";
      case 'e', 'E' -> "\u001b";
      case '\\', '\'', '"', '?' -> String.valueOf(c);
      case 'x' -> number(in, "", 2, 16);
      case 'u' -> number(in, "", 4, 16);
      case 'U' -> number(in, "", 8, 16);
      case '0', '1', '2', '3', '4', '5', '6', '7' -> number(in, String.valueOf(c), 2, 8);
      default -> throw new ShellSyntaxException("an escape '\\" + c + "' in $'...'");
    };
  }

  private static String number(ShellCursor in, String begun, int digits, int radix)
      throws ShellSyntaxException {
    StringBuilder value = new StringBuilder(begun);
    for (int i = 0; i < digits && Character.digit(in.peek(0), radix) >= 0; i++) {
      value.append(in.nextRaw());
    }
    long code = value.isEmpty() ? 0 : Long.parseLong(value.toString(), radix);
    // The shell ends the text at a NUL, which hides what follows.
    if (code == 0 || code > Character.MAX_CODE_POINT) {
      throw new ShellSyntaxException("an escape in $'...' that is no character");
    }
    return Character.toString((int) code);
  }
}
