package dev.talaria.formats.cfg;

import dev.talaria.formats.cfg.Escapes.Malformed;

/**
 * A line as it stands in the file.
 *
 * @param content without its end
 * @param end what ends it; empty for the last line of some files
 * @param entry what it sets; null for a comment or a blank line
 */
record CfgLine(String content, String end, Entry entry) {
  /**
   * What a line sets.
   *
   * @param key unescaped
   * @param head the line's content before the value
   * @param value raw, without blanks at its ends
   */
  record Entry(String key, String head, String value) {}

  static CfgLine parse(String content, String end) throws Malformed {
    requireText(content);
    String stripped = ValueText.strip(content);
    if (stripped.isEmpty() || stripped.charAt(0) == '#' || stripped.charAt(0) == '!') {
      return new CfgLine(content, end, null);
    }
    StringBuilder key = new StringBuilder();
    int keyEnd = 0;
    int i = 0;
    while (i < content.length() && content.charAt(i) != '=') {
      char c = content.charAt(i);
      if (c == '\\') {
        Escapes.Decoded decoded = Escapes.decode(content, i);
        key.append(decoded.character());
        keyEnd = key.length();
        i = decoded.next();
      } else {
        boolean blank = Escapes.isBlank(c);
        if (!blank || !key.isEmpty()) {
          key.append(c);
        }
        keyEnd = blank ? keyEnd : key.length();
        i++;
      }
    }
    if (i == content.length()) {
      throw new Malformed("neither a comment nor key = value");
    }
    key.setLength(keyEnd);
    if (key.isEmpty()) {
      throw new Malformed("there is no key before the =");
    }
    i++;
    while (i < content.length() && Escapes.isBlank(content.charAt(i))) {
      i++;
    }
    String value = ValueText.strip(content.substring(i));
    return new CfgLine(content, end, new Entry(key.toString(), content.substring(0, i), value));
  }

  static CfgLine of(String key, String value, String end) {
    StringBuilder head = new StringBuilder();
    if (key.startsWith("#") || key.startsWith("!")) {
      head.append('\\');
    }
    Escapes.encode(key, "=", head);
    head.append(value.isEmpty() ? " =" : " = ");
    return new CfgLine(head + value, end, new Entry(key, head.toString(), value));
  }

  CfgLine withValue(String value) {
    String head = entry.head();
    if (value.isEmpty()) {
      head = head.stripTrailing();
    } else if (head.endsWith(" =")) {
      head += " ";
    }
    return new CfgLine(head + value, end, new Entry(entry.key(), head, value));
  }

  CfgLine withEnd(String newEnd) {
    return new CfgLine(content, newEnd, entry);
  }

  // A file cut off by a crash is padded with NULs by some file systems; a lone carriage return
  // would
  // make two lines look like one.
  private static void requireText(String content) throws Malformed {
    for (int i = 0; i < content.length(); i++) {
      char c = content.charAt(i);
      if (c < ' ' && c != '\t') {
        throw new Malformed(
            String.format(
                "control character U+%04X; this is no text file, or it is damaged", (int) c));
      }
    }
  }
}
