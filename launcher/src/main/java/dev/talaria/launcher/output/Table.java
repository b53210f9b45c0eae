package dev.talaria.launcher.output;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows under headings, aligned with blanks. The last column is not padded. */
public final class Table {
  private final List<List<String>> rows = new ArrayList<>();

  public Table(String... headings) {
    rows.add(List.of(headings));
  }

  public void row(Object... cells) {
    rows.add(Arrays.stream(cells).map(cell -> Text.line(String.valueOf(cell))).toList());
  }

  /** Prints the rows whole. */
  public void print(PrintStream out) {
    print(out, Integer.MAX_VALUE);
  }

  /** Prints the rows, each cut to a width. */
  public void print(PrintStream out, int width) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).codePointCount(0, row.get(i).length()));
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        String cell = row.get(i);
        line.append(cell);
        if (i < columns - 1) {
          int length = cell.codePointCount(0, cell.length());
          line.append(" ".repeat(widths[i] - length + 2));
        }
      }
      out.println(Text.shortened(line.toString().stripTrailing(), width));
    }
  }
}
