package dev.talaria.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.processor.Compilation.Source;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import tools.jackson.databind.JsonNode;

/** Whatever an author writes into a text arrives in the document. */
class TextPropertiesTest {
  @Property(tries = 25)
  void textsArriveAsWritten(
      @ForAll("printable") String description, @ForAll("texts") List<String> docs)
      throws IOException {
    Path output = Files.createTempDirectory("processor");
    try {
      String components =
          IntStream.range(0, docs.size())
              .mapToObj(
                  i -> {
                    String text = literal(docs.get(i));
                    return "@Doc(" + text + ") @Default(" + text + ") String p" + i;
                  })
              .collect(Collectors.joining(",\n"));
      JsonNode document =
          Compilation.of(
                  output,
                  Source.of(
                      "x.T",
                      "package x;",
                      "import dev.talaria.api.*;",
                      "import org.osgi.service.component.annotations.Component;",
                      "@Component",
                      "@ToolSpec(name = \"t\", toolset = \"s\",",
                      "description = " + literal(description) + ")",
                      "public final class T implements Tool<T.Args> {",
                      "public record Args(" + components + ") {}",
                      "public Object call(Args args, ToolContext context) { return args; }",
                      "}"))
              .document("t");
      assertThat(document.at("/description").asString()).isEqualTo(description);
      for (int i = 0; i < docs.size(); i++) {
        JsonNode property = document.at("/inputSchema/properties/p" + i);
        assertThat(property.at("/description").asString()).isEqualTo(docs.get(i));
        assertThat(property.at("/default").asString()).isEqualTo(docs.get(i));
      }
    } finally {
      delete(output);
    }
  }

  @Provide
  Arbitrary<String> printable() {
    return Arbitraries.oneOf(
            Arbitraries.strings().withCharRange(' ', '\ud7ff').ofMaxLength(60),
            Arbitraries.strings().withChars("\"'\\${}#,;=\n\t<>&]]>").ofMaxLength(40))
        .map(text -> "x" + text);
  }

  @Provide
  Arbitrary<List<String>> texts() {
    return Arbitraries.oneOf(
            Arbitraries.strings().ofMaxLength(60),
            Arbitraries.strings().withCharRange('\ud800', '\udfff').ofMaxLength(6),
            Arbitraries.strings().withCharRange('\0', '\u00ff').ofMaxLength(60))
        .map(text -> text + "x")
        .list()
        .ofSize(20);
  }

  /** As octal and Unicode escapes: whatever it is, it is one literal on one line. */
  private static String literal(String text) {
    return text.chars()
        .mapToObj(c -> c < 256 ? String.format("\\%03o", c) : String.format("\\u%04x", c))
        .collect(Collectors.joining("", "\"", "\""));
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
