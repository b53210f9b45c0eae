package dev.talaria.processor.internal.declaration;

import dev.talaria.processor.internal.source.AnnotationUse;
import dev.talaria.processor.internal.source.Problems;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.lang.model.element.TypeElement;

/** Reads and checks the values of {@code @ToolSpec}; the rules are those of its documentation. */
public final class DeclarationReader {
  private static final Pattern TOOLSET = Pattern.compile("[a-z0-9][a-z0-9_-]{0,63}");
  private static final Pattern TIMEOUT = Pattern.compile("(?!0+\\D)[0-9]{1,9}(ms|s|m|h)");
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

  private final TypeElement tool;
  private final AnnotationUse spec;
  private final Problems problems;

  /** Creates a reader that notes problems there. */
  public DeclarationReader(TypeElement tool, AnnotationUse spec, Problems problems) {
    this.tool = tool;
    this.spec = spec;
    this.problems = problems;
  }

  /** Returns the values; they are of use only when no problem was noted. */
  public Declaration read() {
    String name = name();
    return new Declaration(
        name,
        toolset(),
        title(),
        description(),
        printable("emoji"),
        flag("override"),
        hints(),
        timeout(),
        maxResultChars(),
        requiresEnv(),
        new Declaration.Behaviour(
            extension("probe"), extension("overlay"), maxConcurrent(), flag("agentLoop")),
        new SeeAlsoReader(problems).read(tool, name));
  }

  /** The names of probes and overlays; that somebody has the name is checked elsewhere. */
  private String extension(String member) {
    String name = text(member);
    if (!name.isEmpty() && !ExtensionNames.isValid(name)) {
      wrong(member, "'" + name + "' " + ExtensionNames.RULE);
    }
    return name;
  }

  private int maxConcurrent() {
    int calls = spec.value("maxConcurrent", Integer.class).orElse(0);
    if (calls < 0) {
      wrong("maxConcurrent", calls + " is no number of calls: write 1 or more, or 0 for no limit");
    }
    return calls;
  }

  private String name() {
    String name = text("name");
    if (!ToolNameRule.holdsFor(name)) {
      wrong("name", "'" + name + "' " + ToolNameRule.RULE);
    } else if (name.startsWith("mcp__")) {
      wrong("name", "names with mcp__ are reserved for tools of MCP servers; write another name");
    }
    return name;
  }

  private String toolset() {
    String toolset = text("toolset");
    if (!TOOLSET.matcher(toolset).matches()) {
      wrong(
          "toolset",
          "'"
              + toolset
              + "' is no toolset: write 1 to 64 of a-z 0-9 _ -, starting with a letter or digit");
    } else if (toolset.startsWith("mcp-")) {
      wrong("toolset", "toolsets with mcp- are reserved for MCP servers; write another toolset");
    }
    return toolset;
  }

  private String title() {
    String title = printable("title");
    if (spec.isWritten("title") && title.isBlank()) {
      wrong("title", "the title is blank; write a name for people, or leave it out");
    }
    return title;
  }

  private String description() {
    String description = printable("description");
    if (description.isBlank()) {
      wrong(
          "description",
          "the description is blank; write what the tool does and when to use it, for the model");
    }
    return description;
  }

  private Declaration.Hints hints() {
    if (flag("readOnly") && spec.isWritten("destructive") && flag("destructive")) {
      wrong(
          "destructive",
          "readOnly and destructive exclude each other; write one of them, whichever is true");
    }
    return new Declaration.Hints(
        flag("readOnly"), flag("destructive"), flag("idempotent"), flag("openWorld"));
  }

  private String timeout() {
    String timeout = text("timeout");
    if (!timeout.isEmpty() && !TIMEOUT.matcher(timeout).matches()) {
      wrong(
          "timeout",
          "'" + timeout + "' is no time: write a number above 0 and ms, s, m or h, such as 30s");
    }
    return timeout;
  }

  private int maxResultChars() {
    int chars = spec.value("maxResultChars", Integer.class).orElse(0);
    if (chars < -1) {
      wrong(
          "maxResultChars",
          chars + " is no length: write a number of characters, or -1 for no limit");
    }
    return chars;
  }

  private List<String> requiresEnv() {
    List<String> variables = spec.values("requiresEnv", String.class);
    for (String variable : variables) {
      if (!VARIABLE.matcher(variable).matches()) {
        wrong(
            "requiresEnv",
            "'" + variable + "' is no environment variable: write letters, digits and _");
      }
    }
    return variables;
  }

  private boolean flag(String member) {
    return spec.value(member, Boolean.class).orElse(false);
  }

  private String text(String member) {
    Optional<String> text = spec.value(member, String.class);
    if (text.isEmpty()) {
      // Missing or no constant: the compiler says so.
      problems.unresolvedName();
    }
    return text.orElse("");
  }

  /** These texts also become service properties in the XML of the component. */
  private String printable(String member) {
    String text = text(member);
    text.codePoints()
        .filter(c -> !isXml(c))
        .findFirst()
        .ifPresent(
            c ->
                wrong(
                    member,
                    String.format(
                        "%s contains the character U+%04X, which XML cannot carry; take it out",
                        member, c)));
    return text;
  }

  private static boolean isXml(int c) {
    return c == '\t'
        || c == '\n'
        || c == '\r'
        || (c >= 0x20 && c <= 0xd7ff)
        || (c >= 0xe000 && c <= 0xfffd)
        || c >= 0x10000;
  }

  private void wrong(String member, String message) {
    problems.add(spec.place(member), message);
  }
}
