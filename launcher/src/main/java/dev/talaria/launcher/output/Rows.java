package dev.talaria.launcher.output;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** The API's rows as people read them. */
public final class Rows {
  private static final int DESCRIPTION = 80;

  private Rows() {}

  /**
   * Prints tools, one a line of at most that width, and below them the reasons of those who have
   * one.
   */
  public static void printTools(JsonNode tools, PrintStream out, int width) {
    Table table = new Table("NAME", "TOOLSET", "ORIGIN", "OWNER", "STATE", "");
    for (JsonNode tool : tools) {
      table.row(
          text(tool, "name"),
          text(tool, "toolset"),
          text(tool, "origin"),
          text(tool, "owner"),
          text(tool, "state"),
          Text.shortened(Text.line(text(tool, "description")), DESCRIPTION));
    }
    table.print(out, width);
    for (JsonNode tool : tools) {
      if (!text(tool, "reason").isEmpty()) {
        out.println();
        out.println(
            Text.line(
                text(tool, "name")
                    + " of "
                    + text(tool, "owner")
                    + " is "
                    + text(tool, "state")
                    + ": "
                    + text(tool, "reason")));
      }
    }
  }

  /** Prints a file of the deploy folder with its outcome, and its tools below. */
  public static void printFile(JsonNode file, PrintStream out) {
    StringBuilder line = new StringBuilder(text(file, "file"));
    line.append(": ").append(text(file, "outcome"));
    if (!text(file, "symbolicName").isEmpty()) {
      line.append(' ').append(text(file, "symbolicName"));
      line.append(' ').append(text(file, "version"));
    }
    if (!text(file, "reason").isEmpty()) {
      line.append(": ").append(text(file, "reason"));
    }
    out.println(Text.line(line.toString()));
    for (JsonNode tool : file.path("tools")) {
      String reason = text(tool, "reason");
      out.println(
          Text.line(text(tool, "name") + " " + text(tool, "state")).indent(2).stripTrailing()
              + (reason.isEmpty() ? "" : ": " + Text.line(reason)));
    }
  }

  /** Returns a text field; empty if it is missing. */
  public static String text(JsonNode node, String field) {
    return node.path(field).asString("");
  }

  /** Returns the elements of a list as one text. */
  public static String joined(JsonNode list) {
    List<String> texts = new ArrayList<>();
    for (JsonNode element : list) {
      texts.add(element.asString(""));
    }
    return String.join(", ", texts);
  }
}
