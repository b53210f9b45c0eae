package dev.talaria.formats.cfg;

/** The escapes of keys and values: which characters need one and what each stands for. */
final class Escapes {
  private static final int ZERO_WIDTH_NON_JOINER = 0x200C;
  private static final int ZERO_WIDTH_JOINER = 0x200D;

  private Escapes() {}

  /** A wrong escape; the caller knows the line. */
  static final class Malformed extends Exception {
    private static final long serialVersionUID = 1L;

    Malformed(String message) {
      super(message, null, false, false);
    }
  }

  /** A decoded escape and the index behind it. */
  record Decoded(char character, int next) {}

  static boolean isBlank(char c) {
    return c == ' ' || c == '\t';
  }

  /** Decodes the escape whose backslash stands at the index. */
  static Decoded decode(String raw, int backslash) throws Malformed {
    int at = backslash + 1;
    if (at >= raw.length()) {
      throw new Malformed(
          "the line ends within an escape; write \\\\ for a backslash (a line cannot be continued)");
    }
    char c = raw.charAt(at);
    return switch (c) {
      case '\\', ',', '=', '#', '!', ':', '$', '[' -> new Decoded(c, at + 1);
      case 'n' -> new Decoded('\n', at + 1);
      case 'r' -> new Decoded('\r', at + 1);
      case 't' -> new Decoded('\t', at + 1);
      case 'u' -> new Decoded(codeUnit(raw, at + 1), at + 5);
      default ->
          throw new Malformed("unknown escape \\" + c + "; write \\\\ for a backslash itself");
    };
  }

  private static char codeUnit(String raw, int from) throws Malformed {
    int unit = 0;
    for (int i = from; i < from + 4; i++) {
      int digit = i < raw.length() ? hexDigit(raw.charAt(i)) : -1;
      if (digit < 0) {
        throw new Malformed("\\u needs four hexadecimal digits");
      }
      unit = unit << 4 | digit;
    }
    return (char) unit;
  }

  // Character.digit would take the digits of every script.
  static int hexDigit(char c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    int lower = c | 0x20;
    return lower >= 'a' && lower <= 'f' && c < 128 ? lower - 'a' + 10 : -1;
  }

  /**
   * Appends a text so that it reads back as it is: what an editor does not show, would strip or
   * would turn round is escaped.
   *
   * @param special characters that have a meaning where the text stands
   */
  static void encode(String text, String special, StringBuilder out) {
    for (int i = 0; i < text.length(); ) {
      int point = text.codePointAt(i);
      int length = Character.charCount(point);
      boolean outermost = i == 0 || i + length == text.length();
      if (point == '\n') {
        out.append("\\n");
      } else if (point == '\r') {
        out.append("\\r");
      } else if (point == '\t') {
        out.append("\\t");
      } else if (point == ' ' && outermost || isInvisible(point)) {
        for (int unit = i; unit < i + length; unit++) {
          out.append(String.format("\\u%04x", (int) text.charAt(unit)));
        }
      } else {
        if (point == '\\' || special.indexOf(point) >= 0 || startsReference(text, i)) {
          out.append('\\');
        }
        out.appendCodePoint(point);
      }
      i += length;
    }
  }

  private static boolean startsReference(String text, int at) {
    return text.startsWith("${", at);
  }

  private static boolean isInvisible(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      case Character.FORMAT -> point != ZERO_WIDTH_JOINER && point != ZERO_WIDTH_NON_JOINER;
      default -> false;
    };
  }
}
