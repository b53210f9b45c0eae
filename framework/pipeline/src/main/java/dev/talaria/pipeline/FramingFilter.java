package dev.talaria.pipeline;

import java.util.Locale;
import java.util.Set;

/**
 * Takes out of a text what could pose as a turn of the conversation: role-like tags, the marks that
 * chat templates put between turns ({@code <|im_start|>}), code fences and CDATA blocks.
 *
 * <p>One pass from left to right. After each character the end of what was kept so far is looked
 * at, so a tag that only appears when another is taken out of its middle is found as well, and
 * filtering twice changes nothing more. No look back crosses an earlier {@code >}: the time grows
 * with the length of the text only.
 */
final class FramingFilter {
  private static final Set<String> ROLES =
      Set.of(
          "tool_call",
          "function_call",
          "result",
          "response",
          "output",
          "input",
          "system",
          "assistant",
          "user");
  private static final String[] FENCE_TAGS = {"json", "xml", "html", "markdown"};
  private static final String FENCE = "```";
  private static final String CDATA = "<![CDATA[";
  private static final String CDATA_END = "]]>";

  private final String text;
  private final StringBuilder kept;
  private int cdataStart = -1;

  private FramingFilter(String text) {
    this.text = text;
    this.kept = new StringBuilder(text.length());
  }

  static String clean(String text) {
    return new FramingFilter(text).run();
  }

  private String run() {
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i++);
      kept.append(c);
      if (c == '`' && endsWith(FENCE)) {
        drop(FENCE.length());
        i = afterFenceTag(i);
      } else if (c == '[' && endsWith(CDATA)) {
        drop(CDATA.length());
        cdataStart = kept.length();
      } else if (c == '>') {
        closeBracket();
      }
    }
    return kept.toString();
  }

  private void closeBracket() {
    if (endsWith(CDATA_END)) {
      drop(CDATA_END.length());
      if (cdataStart >= 0) {
        kept.setLength(Math.min(cdataStart, kept.length()));
        cdataStart = -1;
      }
      return;
    }
    int open = kept.length() - 2;
    while (open >= 0 && kept.charAt(open) != '<' && kept.charAt(open) != '>') {
      open--;
    }
    if (open >= 0 && kept.charAt(open) == '<' && (isRole(open + 1) || isMark(open + 1))) {
      kept.setLength(open);
    }
  }

  private boolean isRole(int start) {
    int from = start < kept.length() && kept.charAt(start) == '/' ? start + 1 : start;
    int to = from;
    while (to < kept.length() && isNameChar(kept.charAt(to))) {
      to++;
    }
    return ROLES.contains(kept.substring(from, to).toLowerCase(Locale.ROOT))
        && (Character.isWhitespace(kept.charAt(to)) || "/>".indexOf(kept.charAt(to)) >= 0);
  }

  /** Whatever the name: each family of models has marks of its own. */
  private boolean isMark(int start) {
    int end = kept.length() - 2;
    if (end <= start || !isBar(kept.charAt(start)) || !isBar(kept.charAt(end))) {
      return false;
    }
    for (int i = start + 1; i < end; i++) {
      char c = kept.charAt(i);
      if (!isNameChar(c) && !Character.isDigit(c) && " /:-.\u2581".indexOf(c) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Some models write the bar in its full width. */
  private static boolean isBar(char c) {
    return c == '|' || c == '\uff5c';
  }

  private static boolean isNameChar(char c) {
    return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  private int afterFenceTag(int at) {
    for (String tag : FENCE_TAGS) {
      int end = at + tag.length();
      if (text.regionMatches(true, at, tag, 0, tag.length())
          && (end == text.length() || !Character.isLetterOrDigit(text.charAt(end)))) {
        return end;
      }
    }
    return at;
  }

  private boolean endsWith(String suffix) {
    int at = kept.length() - suffix.length();
    if (at < 0) {
      return false;
    }
    for (int i = 0; i < suffix.length(); i++) {
      if (Character.toUpperCase(kept.charAt(at + i)) != suffix.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private void drop(int chars) {
    kept.setLength(kept.length() - chars);
  }
}
