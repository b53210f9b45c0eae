package dev.talaria.registry.internal.result;

import dev.talaria.api.Content;
import dev.talaria.pipeline.UnicodeText;
import java.util.List;
import java.util.Locale;

/** The texts inside results. */
final class ResultTexts {
  /** Starts a block that stands for a saved result. */
  static final String BLOCK_START = "<persisted-output>";

  private static final String BLOCK_END = "</persisted-output>";
  private static final int PREVIEW_CHARS = 1_500;

  /** No block is longer; a text of at most this length that looks like a block is left alone. */
  static final int MAX_BLOCK_CHARS = 2_600;

  private ResultTexts() {}

  /** Returns the text of a piece; of an image and the like, an empty one. */
  static String of(Content piece) {
    if (piece instanceof Content.Text text) {
      return text.text();
    }
    return piece instanceof Content.EmbeddedText embedded ? embedded.text() : "";
  }

  /** Returns how many characters of text there are. */
  static long chars(List<Content> content) {
    long all = 0;
    for (Content piece : content) {
      all += of(piece).length();
    }
    return all;
  }

  /** Returns all texts as one, each resource under its address. */
  static String joined(List<Content> content) {
    StringBuilder all = new StringBuilder();
    for (Content piece : content) {
      String text = of(piece);
      if (text.isEmpty()) {
        continue;
      }
      if (all.length() > 0) {
        all.append(all.charAt(all.length() - 1) == '\n' ? "" : "\n");
      }
      if (piece instanceof Content.EmbeddedText embedded) {
        all.append("--- ").append(embedded.uri()).append(" ---\n");
      }
      all.append(text);
    }
    return all.toString();
  }

  /** Returns the beginning, back to a line end when that costs less than half. */
  static String head(String text, int chars) {
    if (text.length() <= chars) {
      return text;
    }
    String head = UnicodeText.head(text, chars);
    int line = head.lastIndexOf('\n');
    return line > chars / 2 ? head.substring(0, line) : head;
  }

  /** Returns what stands in a result's place once it is saved. */
  static String block(String tool, Saved saved, boolean structuredDropped) {
    String preview = head(saved.text(), PREVIEW_CHARS);
    boolean cut = preview.length() < saved.text().length();
    return BLOCK_START
        + "\nThe result of "
        + tool
        + " has "
        + saved.originalChars()
        + " characters ("
        + size(saved.bytes())
        + "), more than fit here. "
        + (saved.text().length() < saved.savedFrom()
            ? "Its first " + saved.text().length() + " characters are"
            : "All of it is")
        + " kept for 24 hours"
        + (structuredDropped ? " as text; there is no structured value beside it" : "")
        + ".\nRead on with "
        + ReadResult.NAME
        + "(id=\""
        + saved.id()
        + "\", offset=LINE, limit=LINES); find text in it with search=\"...\"."
        + "\nIt begins:\n"
        // What a tool returned must not end the block early.
        + preview.replace("persisted-output", "persisted_output")
        + (cut ? "\n...\n" : "\n")
        + BLOCK_END;
  }

  private static String size(long bytes) {
    return bytes < 1024 * 1024
        ? String.format(Locale.ROOT, "%.1f KB", bytes / 1024.0)
        : String.format(Locale.ROOT, "%.1f MB", bytes / (1024.0 * 1024));
  }
}
