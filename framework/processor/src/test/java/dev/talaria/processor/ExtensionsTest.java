package dev.talaria.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.processor.Compilation.Source;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Probes, overlays and references to other tools: what is wrong is said where it stands. */
class ExtensionsTest {
  private static final String TOOL = "@ToolSpec(name = \"t\", toolset = \"s\", description = \"d\"";

  @TempDir Path output;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      value = {
        "maxConcurrent = -1 | -1 is no number of calls: write 1 or more, or 0 for no limit",
        "probe = \"a b\" | 'a b' is no such name: write 1 to 64 of A-Z a-z 0-9 . _ -, starting",
        "overlay = \"9\" | '9' is no such name: write 1 to 64 of A-Z a-z 0-9 . _ -, starting with",
      })
  void wrongBehaviour(String value, String message) {
    assertOnly(Compilation.of(output, tool("", TOOL + ",", value, ")")), value, message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\u0000',
      value = {
        "tools = \"t\" | text = \"x\" | tools | @SeeAlso names the tool itself; write names of",
        "tools = \"a b\" | text = \"x\" | tools | @SeeAlso: 'a b' is no tool name: write 1 to 64",
        "tools = {\"a\", \"a\"} | text = \"x\" | tools | @SeeAlso names a twice; write it once",
        "tools = {} | text = \"x\" | tools | @SeeAlso names no tool; write the names of the tools",
        "tools = \"a\" | text = \" \" | text | @SeeAlso says nothing; write a sentence that",
      })
  void wrongReferences(String tools, String text, String blamed, String message) {
    String line = blamed.equals("tools") ? tools : text;
    assertOnly(
        Compilation.of(output, tool("@SeeAlso(\n" + tools + ",\n" + text + ")\n", TOOL + ")")),
        line,
        message);
    // The compiler knows no place inside a repeated annotation, but it knows the class.
    assertOnly(
        Compilation.of(
            output,
            tool(
                "@SeeAlso(tools = \"ok\", text = \"x\")\n@SeeAlso(\n"
                    + tools
                    + ",\n"
                    + text
                    + ")\n",
                TOOL + ")")),
        "",
        message);
  }

  @Test
  void tooMuchOfIt() {
    assertOnly(
        Compilation.of(
            output,
            tool("@SeeAlso(tools = \"a\",\n text = \"" + "x".repeat(1001) + "\")\n", TOOL + ")")),
        "text =",
        "@SeeAlso has 1001 characters; write at most 1000");
    assertOnly(
        Compilation.of(
            output, tool("@SeeAlso(tools = \"a\", text = \"x\")\n".repeat(17), TOOL + ")")),
        "",
        "more than 16 @SeeAlso; keep those that models need most");
  }

  @Test
  void aNameThatNobodyHasIsAWarning() {
    Compilation compilation =
        Compilation.of(output, tool("", TOOL + ",", "probe = \"ready\"", ")"));
    assertThat(compilation.messages())
        .containsExactly(
            "probe = \"ready\" | no class here carries @ProbeSpec(name = \"ready\"); write one in"
                + " this bundle, or leave probe out");
    assertThat(compilation.documents()).containsExactly("t.json");
  }

  @Test
  void aProbeThatWasCompiledBeforeIsKnown() {
    assertThat(Compilation.of(output, probe("@Component", "ready", "AvailabilityProbe")).messages())
        .isEmpty();
    assertThat(
            Compilation.against(output, output, tool("", TOOL + ",", "probe = \"ready\"", ")"))
                .messages())
        .isEmpty();
  }

  @Test
  void wrongProbes() {
    assertOnly(
        Compilation.of(output, probe("", "ready", "AvailabilityProbe")),
        "public final class P",
        "the probe is no component; write @Component");
    assertOnly(
        Compilation.of(output, probe("@Component", "a b", "AvailabilityProbe")),
        "@ProbeSpec(name = \"a b\")",
        "'a b' is no such name");
    assertOnly(
        Compilation.of(
            output, probe("@Component(service = Object.class)", "ready", "AvailabilityProbe")),
        "@Component(service = Object.class)",
        "the component is not published as AvailabilityProbe; implement it and write");
    assertOnly(
        Compilation.of(
            output,
            probe("@Component", "ready", "AvailabilityProbe"),
            Source.of(
                "x.Q",
                "package x;",
                "import dev.talaria.api.*;",
                "import org.osgi.service.component.annotations.Component;",
                "@Component",
                "@ProbeSpec(name = \"ready\")",
                "public final class Q implements AvailabilityProbe {",
                "  public Availability probe() { return null; }",
                "}")),
        "@ProbeSpec(name = \"ready\")",
        "the name ready is taken by x.P; give one of the two another name");
  }

  private static Source probe(String component, String name, String type) {
    return Source.of(
        "x.P",
        "package x;",
        "import dev.talaria.api.*;",
        "import org.osgi.service.component.annotations.Component;",
        component,
        "@ProbeSpec(name = \"" + name + "\")",
        "public final class P implements " + type + " {",
        "  public Availability probe() { return null; }",
        "}");
  }

  private static Source tool(String before, String... spec) {
    return Source.of(
        "x.T",
        "package x;",
        "import dev.talaria.api.*;",
        "import org.osgi.service.component.annotations.Component;",
        "@Component",
        before + String.join("\n", spec),
        "public final class T implements Tool<T.Args> {",
        "  public record Args() {}",
        "  public Object call(Args a, ToolContext c) { return a; }",
        "}");
  }

  private static void assertOnly(Compilation compilation, String line, String message) {
    assertThat(compilation.messages())
        .singleElement()
        .asString()
        .startsWith(line)
        .contains(" | ")
        .contains(message);
    assertThat(compilation.documents()).isEmpty();
  }
}
