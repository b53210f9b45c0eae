package dev.talaria.files.internal.search;

import dev.talaria.api.ToolException;
import dev.talaria.files.internal.text.BinaryFiles;
import dev.talaria.files.internal.text.LineScanner;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Finds the lines of a file that match an expression. Not thread-safe. */
final class ContentMatcher {
  private static final int HEAD = 8192;
  private static final int MAX_LINE = 10_000;

  private final Pattern pattern;
  private final int context;
  private final SearchBudget budget;

  /**
   * A matching line.
   *
   * @param number from 1
   * @param before lines in front of it
   * @param after lines behind it; filled while the file is read on
   */
  record Hit(int number, String text, List<String> before, List<String> after) {}

  /** Takes the hits of a file; returns whether to go on. */
  interface Sink {
    boolean hit(Hit hit);
  }

  /** The expression needs more stack than there is. */
  static final class TooComplexException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooComplexException() {
      super("pattern is too complex for these lines; write it more simply.", null, false, false);
    }
  }

  ContentMatcher(String expression, int context, SearchBudget budget) throws ToolException {
    try {
      this.pattern = Pattern.compile(expression);
    } catch (PatternSyntaxException e) {
      throw new ToolException(
          "pattern is no regular expression: "
              + e.getDescription()
              + " near position "
              + e.getIndex()
              + ". Escape special characters with a backslash.");
    }
    this.context = context;
    this.budget = budget;
  }

  /**
   * Looks through a file.
   *
   * @return whether to go on with other files
   */
  boolean search(SeekableByteChannel channel, Sink sink) throws IOException {
    InputStream in = Channels.newInputStream(channel);
    byte[] head = in.readNBytes(HEAD);
    if (BinaryFiles.isBinary(head, head.length)) {
      return true;
    }
    LineScanner lines =
        new LineScanner(new SequenceInputStream(new ByteArrayInputStream(head), in), MAX_LINE);
    Deque<String> before = new ArrayDeque<>();
    List<Hit> open = new ArrayList<>();
    boolean more = true;
    int number = 0;
    for (LineScanner.Line line = lines.next(); line != null; line = lines.next()) {
      number++;
      budget.check();
      String text = line.text();
      open.forEach(hit -> hit.after().add(text));
      open.removeIf(hit -> hit.after().size() >= context);
      if (more && matches(text)) {
        Hit hit = new Hit(number, text, List.copyOf(before), new ArrayList<>());
        more = sink.hit(hit);
        if (context > 0) {
          open.add(hit);
        }
      }
      if (!more && open.isEmpty()) {
        return false;
      }
      before.addLast(text);
      if (before.size() > context) {
        before.removeFirst();
      }
    }
    return more;
  }

  private boolean matches(String line) {
    try {
      return pattern.matcher(new BudgetedText(line, budget)).find();
    } catch (StackOverflowError e) {
      // The JDK's matcher recurses for groups that repeat; the stack is whole again here.
      throw new TooComplexException();
    }
  }
}
