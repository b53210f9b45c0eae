package dev.talaria.pipeline;

/** Keeps texts well-formed: half of a surrogate pair can be written in no encoding. */
public final class UnicodeText {
  private static final char REPLACEMENT = '\uFFFD';

  private UnicodeText() {}

  /** Returns the text with U+FFFD in place of lone surrogates; the same text if it has none. */
  public static String wellFormed(String text) {
    StringBuilder mended = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!Character.isSurrogate(c)) {
        continue;
      }
      if (Character.isHighSurrogate(c)
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
        continue;
      }
      if (mended == null) {
        mended = new StringBuilder(text);
      }
      mended.setCharAt(i, REPLACEMENT);
    }
    return mended == null ? text : mended.toString();
  }

  /** Returns at most so many characters from the start, never half of a pair at the end. */
  public static String head(String text, int chars) {
    if (text.length() <= chars) {
      return text;
    }
    int end = chars > 0 && Character.isHighSurrogate(text.charAt(chars - 1)) ? chars - 1 : chars;
    return text.substring(0, Math.max(0, end));
  }
}
