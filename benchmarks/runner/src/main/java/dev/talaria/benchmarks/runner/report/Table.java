package dev.talaria.benchmarks.runner.report;

import java.util.Collections;
import java.util.List;

/** A table in Markdown. */
public final class Table {
  private final StringBuilder text = new StringBuilder();

  public Table(String... head) {
    row(head);
    row(Collections.nCopies(head.length, "---").toArray(String[]::new));
  }

  /** Adds a row. */
  public Table row(String... cells) {
    text.append("| ").append(String.join(" | ", List.of(cells))).append(" |\n");
    return this;
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
