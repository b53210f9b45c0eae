package dev.talaria.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.talaria.api.ToolSpec;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.annotation.bundle.Capability;
import org.osgi.service.component.annotations.Component;

/** What becomes of sources as people write them. */
class CompilationTest {
  private static final String IMPORTS = "import dev.talaria.api.*;\n";
  private static final String SPEC =
      "@ToolSpec(name = \"greet\", toolset = \"demo\", description = \"Greets.\")\n";
  private static final String BODY =
      "  public record Args(String name) {}\n"
          + "  @Override public Object call(Args args, ToolContext context) {\n"
          + "    return \"Hello \" + args.name();\n"
          + "  }\n"
          + "}\n";
  private static final String GREET =
      IMPORTS + SPEC + "public final class Greet implements Tool<Greet.Args> {\n" + BODY;

  private static final Charset LATIN_1 = StandardCharsets.ISO_8859_1;

  @TempDir private Path classes;

  @Test
  void aToolWithoutPackageAndComponentGetsBoth() throws Exception {
    compile(GREET);

    assertThat(written())
        .contains("source/greet/Greet.class", "OSGI-INF/tools/greet.json")
        .doesNotContain("Greet.class");
    assertThat(Files.readString(classes.resolve("source/greet/Greet.class"), LATIN_1))
        .contains("org/osgi/service/component/annotations/Component");
  }

  @Test
  void whatTheAuthorWroteStays() throws Exception {
    compile(
        "package com.example;\n"
            + IMPORTS
            + "import org.osgi.service.component.annotations.Component;\n"
            + "@Component(name = \"mine\")\n"
            + SPEC
            + "public final class Greet implements Tool<Greet.Args> {\n"
            + BODY);

    assertThat(written()).contains("com/example/Greet.class");
    assertThat(Files.readString(classes.resolve("com/example/Greet.class"), LATIN_1))
        .contains("mine");
  }

  @Test
  void placesAreThoseOfTheAuthorsText() {
    // The line of the annotation, which gets @Component before it, and the first one.
    assertThat(problems(GREET.replace("\"Greets.\"", "Greets")))
        .singleElement()
        .asString()
        .startsWith("2:59: cannot find symbol");
    assertThat(problems(GREET.replace(".api.*;", ".api.*; import dev.nowhere.Thing;")))
        .first()
        .asString()
        .startsWith("1:45: package dev.nowhere does not exist");
    assertThat(problems(GREET.replace("return \"Hello", "return ! \"Hello")))
        .singleElement()
        .asString()
        .startsWith("6:12: bad operand type");
    assertThat(problems(GREET.replace("args.name()", "args.name(")))
        .singleElement()
        .asString()
        .startsWith("6:33: ");
  }

  @Test
  void lineEndsAreAllCountedOnce() {
    String broken = GREET.replace("return", "retur");
    assertThat(problems(broken)).isEqualTo(problems(broken.replace("\n", "\r\n")));
    assertThat(problems(broken)).isEqualTo(problems(broken.replace("\n", "\r")));
  }

  @Test
  void aByteOrderMarkIsNoCharacterOfTheFirstLine() throws Exception {
    compile("\uFEFF" + GREET);

    assertThat(written()).contains("source/greet/Greet.class");
  }

  @Test
  void aTextThatIsNotUtf8IsToldWithItsPlace() {
    byte[] latin1 = GREET.replace("Hello", "H\u00e9llo").getBytes(LATIN_1);

    assertThatThrownBy(() -> SourceText.decode(latin1))
        .hasMessageContaining("6:14: the byte 0xE9 is no UTF-8");
  }

  @Test
  void theFileMayHaveAnyName() throws Exception {
    compile(GREET.replace("Greet ", "Other ").replace("Greet.", "Other."));

    assertThat(written()).contains("source/greet/Other.class");
  }

  @Test
  void theProcessorsAdviceIsToldWithItsPlace() {
    assertThat(problems(GREET.replace("\"greet\"", "\"mcp__greet\"")))
        .singleElement()
        .asString()
        .startsWith("2:18: ");
  }

  @Test
  void thereHasToBeOneToolClass() {
    assertThat(problems("class Empty {}")).singleElement().asString().contains("it has no tool");
    assertThat(problems("")).singleElement().asString().contains("it has no tool");
    assertThat(problems(GREET + SPEC + "class Second {}\n"))
        .singleElement()
        .asString()
        .startsWith("9:1: a second class with @ToolSpec");
    assertThat(problems(GREET.replace("public final class", "final class")))
        .singleElement()
        .asString()
        .startsWith("2:1: Greet must be public");
  }

  @Test
  void noMoreThanTenProblemsAreTold() {
    StringBuilder body = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      body.append("    unknown").append(i).append("();\n");
    }

    assertThat(problems(GREET.replace("    return", body + "    return"))).hasSize(10);
  }

  @Test
  void noProcessorOfTheClassPathRuns() throws Exception {
    Path services = Files.createDirectories(classes.resolve("lib/META-INF/services"));
    Files.writeString(
        services.resolve("javax.annotation.processing.Processor"), "com.example.DoesNotExist\n");

    compile(GREET, classes.resolve("lib"));

    assertThat(written()).contains("source/greet/Greet.class");
  }

  @Test
  void packagesOfTheRuntimeAreNotInItsReach() {
    assertThat(problems(GREET.replace(IMPORTS, IMPORTS.strip() + " import org.slf4j.Logger;\n")))
        .first()
        .asString()
        .contains("package org.slf4j does not exist");
  }

  private List<String> problems(String source) {
    SourceException failed = catchThrowableOfType(SourceException.class, () -> compile(source));
    assertThat(failed).as("it compiles").isNotNull();
    return failed.problems().stream().map(Problem::toString).toList();
  }

  private void compile(String source, Path... more) throws SourceException, IOException {
    List<Path> classPath =
        Stream.concat(
                Stream.of(ToolSpec.class, Capability.class, Component.class)
                    .map(CompilationTest::jarOf),
                Stream.of(more))
            .toList();
    Path target = Files.createDirectories(classes.resolve("out"));
    new Compilation(ToolProvider.getSystemJavaCompiler(), classPath, target)
        .compile(SourceText.decode(source.getBytes(StandardCharsets.UTF_8)), "source.greet");
    this.classes = target;
  }

  private static Path jarOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }

  private List<String> written() throws IOException {
    try (Stream<Path> files = Files.walk(classes)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> classes.relativize(file).toString().replace('\\', '/'))
          .toList();
    }
  }
}
