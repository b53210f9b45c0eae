package dev.talaria.formats.jar;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Whether the tools that a manifest declares can be what they say. */
final class ToolRules {
  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_-]{0,63}");
  private static final Pattern TOOLSET = Pattern.compile("[a-z0-9_-]{1,64}");

  private final ToolDocumentRule documents;

  ToolRules(ToolDocumentRule documents) {
    this.documents = documents;
  }

  void check(BundleJar jar, List<Refusal> refusals) {
    Set<String> seen = new HashSet<>();
    for (ToolCapability tool : jar.manifest().tools()) {
      if (!NAME.matcher(tool.name()).matches()) {
        refusals.add(
            new Refusal(
                "its tool name '" + tool.name() + "' is not valid",
                "Use 1 to 64 letters, digits, '_' or '-', beginning with a letter."));
        continue;
      }
      if (!seen.add(tool.name())) {
        refusals.add(
            new Refusal(
                "it declares the tool " + tool.name() + " twice",
                "Give one of the two another name."));
      }
      if (tool.name().startsWith("mcp__") || tool.toolset().startsWith("mcp-")) {
        refusals.add(
            new Refusal(
                "its tool " + tool.name() + " uses a name that is reserved for MCP servers",
                "Tool names must not begin with 'mcp__', toolsets not with 'mcp-'."));
      }
      if (!TOOLSET.matcher(tool.toolset()).matches()) {
        refusals.add(
            new Refusal(
                "its tool " + tool.name() + " has no valid toolset ('" + tool.toolset() + "')",
                "Use 1 to 64 lower-case letters, digits, '_' or '-'."));
      }
      String path = tool.document();
      byte[] document = jar.documents().get(path);
      if (document == null) {
        refusals.add(
            new Refusal(
                "its tool " + tool.name() + " has no declaration document " + tool.schema(),
                "Compile it with the annotation processor dev.talaria:processor."));
        continue;
      }
      documents
          .problem(tool, document)
          .ifPresent(
              problem ->
                  refusals.add(
                      new Refusal(
                          "its tool " + tool.name() + " cannot be used: " + path + ": " + problem,
                          "Mend the declaration and build the bundle anew.")));
    }
  }
}
