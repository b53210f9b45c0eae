package dev.talaria.registry.internal.result;

import dev.talaria.pipeline.UnicodeText;
import dev.talaria.registry.internal.result.ReadResult.Finding;
import dev.talaria.registry.internal.result.ReadResult.Result;
import dev.talaria.registry.internal.result.ReadResult.Unit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A saved text in parts: lines, characters, findings. Immutable. */
final class ResultPages {
  /** Longest part; what a line is numbered with counts. */
  static final int MAX_PAGE_CHARS = 16_000;

  private static final int MAX_LINE_CHARS = 2_000;
  private static final int DEFAULT_LINES = 500;
  private static final int DEFAULT_FINDINGS = 50;
  private static final int MAX_FINDINGS = 200;
  private static final int AROUND = 80;

  private final String text;
  private final int totalLines;

  ResultPages(String text) {
    this.text = text;
    this.totalLines = countLines(text);
  }

  private static int countLines(String text) {
    int ends = (int) text.chars().filter(c -> c == '\n').count();
    return text.isEmpty() || text.endsWith("\n") ? ends : ends + 1;
  }

  Result lines(int offset, Optional<Integer> limit) {
    if (offset > totalLines) {
      return beyond(totalLines + " lines");
    }
    int wanted = limit.orElse(DEFAULT_LINES);
    StringBuilder page = new StringBuilder();
    int at = startOfLine(offset);
    int line = offset;
    boolean longLine = false;
    while (line <= totalLines && line - offset < wanted) {
      int end = endOfLine(at);
      String shown = line + "|" + shown(at, end) + "\n";
      longLine |= end - at > MAX_LINE_CHARS;
      if (page.length() > 0 && page.length() + shown.length() > MAX_PAGE_CHARS) {
        break;
      }
      page.append(shown);
      at = end + 1;
      line++;
    }
    return new Result(
        Optional.of(page.toString()),
        Optional.empty(),
        totalLines,
        text.length(),
        line <= totalLines ? Optional.of(line) : Optional.empty(),
        longLine
            ? Optional.of("Lines that were cut can be read with unit=characters.")
            : Optional.empty());
  }

  private String shown(int start, int end) {
    if (end - start <= MAX_LINE_CHARS) {
      return text.substring(start, end);
    }
    String head = UnicodeText.head(text.substring(start, end), MAX_LINE_CHARS);
    return head
        + "... [cut: the line goes on at character "
        + (start + head.length() + 1)
        + " and has "
        + (end - start)
        + " characters]";
  }

  Result characters(int offset, Optional<Integer> limit) {
    if (offset > text.length()) {
      return beyond(text.length() + " characters");
    }
    int wanted = Math.min(limit.orElse(MAX_PAGE_CHARS), MAX_PAGE_CHARS);
    int start = offset - 1;
    String page = UnicodeText.head(text.substring(start), wanted);
    if (page.isEmpty()) {
      // One character was asked for, and it takes two.
      page = text.substring(start, start + 2);
    }
    int next = start + page.length();
    return new Result(
        Optional.of(UnicodeText.wellFormed(page)),
        Optional.empty(),
        totalLines,
        text.length(),
        next < text.length() ? Optional.of(next + 1) : Optional.empty(),
        Optional.empty());
  }

  Result find(String search, Unit unit, int offset, Optional<Integer> limit) {
    int most = Math.min(limit.orElse(DEFAULT_FINDINGS), MAX_FINDINGS);
    boolean byLine = unit == Unit.lines;
    int line = byLine ? Math.min(offset, totalLines + 1) : 1;
    int lineStart = byLine ? startOfLine(line) : 0;
    int at = byLine ? lineStart : Math.min(offset - 1, text.length());
    List<Finding> findings = new ArrayList<>();
    Optional<Integer> next = Optional.empty();
    for (int found = indexOf(search, at); found >= 0; found = indexOf(search, at)) {
      for (int end = endOfLine(lineStart); end < found; end = endOfLine(lineStart)) {
        lineStart = end + 1;
        line++;
      }
      if (findings.size() == most) {
        next = Optional.of(byLine ? line : found + 1);
        break;
      }
      findings.add(new Finding(line, found + 1, around(found, search.length())));
      // In lines, a line is found once: the model reads it anyway.
      at = Math.max(found + search.length(), byLine ? endOfLine(found) : 0);
    }
    return new Result(
        Optional.empty(),
        Optional.of(findings),
        totalLines,
        text.length(),
        next,
        findings.isEmpty()
            ? Optional.of("The text is not found from there on.")
            : Optional.empty());
  }

  private int indexOf(String search, int from) {
    for (int at = from; at <= text.length() - search.length(); at++) {
      if (text.regionMatches(true, at, search, 0, search.length())) {
        return at;
      }
    }
    return -1;
  }

  private String around(int found, int length) {
    int start = Math.max(found - AROUND, text.lastIndexOf('\n', Math.max(0, found - 1)) + 1);
    int end = Math.min(endOfLine(found), found + Math.min(length, AROUND) + AROUND);
    return UnicodeText.wellFormed(text.substring(Math.min(start, found), Math.max(end, found)));
  }

  private Result beyond(String all) {
    return new Result(
        Optional.of(""),
        Optional.empty(),
        totalLines,
        text.length(),
        Optional.empty(),
        Optional.of("The result has only " + all + "."));
  }

  private int startOfLine(int line) {
    int at = 0;
    for (int i = 1; i < line; i++) {
      int end = text.indexOf('\n', at);
      if (end < 0) {
        return text.length();
      }
      at = end + 1;
    }
    return at;
  }

  private int endOfLine(int at) {
    int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end;
  }
}
