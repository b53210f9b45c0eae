package dev.talaria.formats.cfg;

import java.util.Objects;

/**
 * What is wrong with a file, for its operator.
 *
 * @param file the file, as the reader of the message would name it
 * @param line from 1; 0 when the problem belongs to no line
 * @param key that the line sets, or an empty text
 * @param text what is wrong and what to write instead
 */
public record CfgProblem(String file, int line, String key, String text) {
  public CfgProblem {
    Objects.requireNonNull(file, "file");
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(text, "text");
  }

  /** Returns the problem as one sentence with file, line and key. */
  public String sentence() {
    StringBuilder sentence = new StringBuilder(file);
    if (line > 0) {
      sentence.append(", line ").append(line);
    }
    if (!key.isEmpty()) {
      sentence.append(", key ").append(key);
    }
    return sentence.append(": ").append(text).toString();
  }
}
