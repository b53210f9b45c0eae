package dev.talaria.files.internal.search;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Collects the results of a search: all are counted, those of one page are kept. Not thread-safe.
 */
public final class SearchFindings {
  /** Beyond this nobody wants to know the exact number. */
  private static final int MAX_TOTAL = 20_000;

  private static final int MAX_TEXT = 500;

  private final int offset;
  private final int limit;
  private final List<Line> lines = new ArrayList<>();
  private final List<String> files = new ArrayList<>();
  private final Map<String, Integer> counts = new LinkedHashMap<>();
  private int total;
  private int omitted;
  private int skipped;
  private boolean complete = true;
  private String incompleteBecause = "";

  private record Line(String path, ContentMatcher.Hit hit) {}

  /** Creates an empty collection that keeps one page. */
  public SearchFindings(int offset, int limit) {
    this.offset = offset;
    this.limit = limit;
  }

  boolean addLine(String path, ContentMatcher.Hit hit) {
    if (onPage()) {
      lines.add(new Line(path, hit));
    }
    return next();
  }

  boolean addFile(String path) {
    if (onPage()) {
      files.add(path);
    }
    return next();
  }

  boolean addCount(String path, int count) {
    if (onPage()) {
      counts.put(path, count);
    }
    return next();
  }

  private boolean onPage() {
    return total >= offset && total - offset < limit;
  }

  private boolean next() {
    if (++total >= MAX_TOTAL) {
      stopped("there are more than " + MAX_TOTAL + " results");
      return false;
    }
    return true;
  }

  void stopped(String reason) {
    complete = false;
    incompleteBecause = reason;
  }

  void leftOut(int omittedEntries, int skippedFiles) {
    omitted += omittedEntries;
    skipped += skippedFiles;
  }

  void skipFile() {
    skipped++;
  }

  /** Returns how many results there are, as far as was searched. */
  public int total() {
    return total;
  }

  /** Returns how many denied entries were left out. */
  public int omitted() {
    return omitted;
  }

  /** Returns whether there are or may be more results behind the page. */
  public boolean truncated() {
    return !complete || (long) offset + limit < total;
  }

  /** Returns what to do next. */
  public Optional<String> hint() {
    List<String> hints = new ArrayList<>();
    if ((long) offset + limit < total) {
      hints.add("Continue with offset=" + (offset + limit) + ".");
    }
    if (!complete) {
      hints.add("Not everything was searched: " + incompleteBecause + ". Narrow path or pattern.");
    }
    if (skipped > 0) {
      hints.add(skipped + " files were too large or could not be read.");
    }
    return hints.isEmpty() ? Optional.empty() : Optional.of(String.join(" ", hints));
  }

  /** Returns the lines of the page. */
  public List<Match> matches(UnaryOperator<String> redaction, boolean withContext) {
    return lines.stream().map(line -> match(line, redaction, withContext)).toList();
  }

  private static Match match(Line line, UnaryOperator<String> redaction, boolean withContext) {
    ContentMatcher.Hit hit = line.hit();
    return new Match(
        line.path(),
        hit.number(),
        shown(hit.text(), redaction),
        withContext ? Optional.of(shown(hit.before(), redaction)) : Optional.empty(),
        withContext ? Optional.of(shown(hit.after(), redaction)) : Optional.empty());
  }

  private static List<String> shown(List<String> texts, UnaryOperator<String> redaction) {
    return texts.stream().map(text -> shown(text, redaction)).toList();
  }

  private static String shown(String text, UnaryOperator<String> redaction) {
    String redacted = redaction.apply(text);
    if (redacted.length() <= MAX_TEXT) {
      return redacted;
    }
    int end = Character.isHighSurrogate(redacted.charAt(MAX_TEXT - 1)) ? MAX_TEXT - 1 : MAX_TEXT;
    return redacted.substring(0, end) + " [cut]";
  }

  /** Returns the files of the page. */
  public List<String> files() {
    return List.copyOf(files);
  }

  /** Returns the files of the page with their counts, in order. */
  public Map<String, Integer> counts() {
    return new LinkedHashMap<>(counts);
  }
}
