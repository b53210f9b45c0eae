package dev.talaria.launcher.command;

import dev.talaria.launcher.runtime.RuntimeClient;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** The toolsets and tools that a runtime knows, by the names that commands take. */
final class KnownNames {
  private static final String MCP_OWNER = "mcp:";

  /** Further away than this, nobody meant it. */
  private static final int MAX_EDITS = 3;

  private static final int MAX_NEAR = 3;

  private final Set<String> names;

  private KnownNames(Set<String> names) {
    this.names = names;
  }

  static KnownNames of(RuntimeClient runtime) {
    Set<String> names = new TreeSet<>(Set.of("all", "*"));
    for (JsonNode toolset : runtime.get("/toolsets").path("toolsets")) {
      names.add(toolset.path("name").asString(""));
    }
    for (JsonNode tool : runtime.get("/tools?all=true").path("tools")) {
      String name = tool.path("name").asString("");
      names.add(name);
      names.add(tool.path("toolset").asString(""));
      String owner = tool.path("owner").asString("");
      if (owner.startsWith(MCP_OWNER)) {
        String server = owner.substring(MCP_OWNER.length());
        names.add(server);
        // mcp__SERVER__TOOL, where a server's name may have other characters than a tool's.
        String prefix = "mcp__" + server.replaceAll("[^A-Za-z0-9_]", "_") + "__";
        if (name.startsWith(prefix)) {
          names.add(server + ":" + name.substring(prefix.length()));
        }
      }
    }
    return new KnownNames(names);
  }

  /** Returns whether a name is known; of a server's tool, in the server's own spelling too. */
  boolean has(String name) {
    int colon = name.indexOf(':');
    return names.contains(name)
        || (colon > 0
            && names.contains(
                name.substring(0, colon + 1)
                    + name.substring(colon + 1).replaceAll("[^A-Za-z0-9_]", "_")));
  }

  /** Returns the names that this one may be meant for, the nearest first. */
  List<String> near(String name) {
    record Near(String name, int edits) {}
    int most = Math.min(MAX_EDITS, Math.max(1, name.length() / 3));
    return names.stream()
        .map(known -> new Near(known, edits(name, known)))
        .filter(near -> near.edits() <= most)
        .sorted(Comparator.comparingInt(Near::edits).thenComparing(Near::name))
        .limit(MAX_NEAR)
        .map(Near::name)
        .toList();
  }

  /** Returns how many characters have to be put in, taken out or replaced. */
  static int edits(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[other.length()];
  }
}
