package dev.talaria.registry.internal.availability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.talaria.pipeline.ToolDocument;
import dev.talaria.registry.internal.Fixtures;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What overlays may say, and what is made of it. */
class OverlaidDocumentTest {
  private static final String SCHEMA =
      "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"},\"b\":{\"type\":\"integer\"}},"
          + "\"required\":[\"a\"]}";
  private static final ToolDocument DECLARED =
      Fixtures.document("limited", "x", false, SCHEMA, Optional.empty());

  private static OverlaidDocument.Merged merge(Map<String, Object> overlay)
      throws UnusableOverlayException {
    return OverlaidDocument.merge(DECLARED, overlay, Fixtures.MAPPER);
  }

  @Test
  @DisplayName("R33 members replace those of the declaration, not what is inside them")
  void shallow() throws Exception {
    ToolDocument shown =
        merge(
                Map.of(
                    "title",
                    "Limited",
                    "inputSchema",
                    Map.of("properties", Map.of("a", Map.of("type", "string", "maxLength", 3)))))
            .document();
    assertThat(shown.title()).isEqualTo("Limited");
    assertThat(shown.description()).isEqualTo(DECLARED.description());
    assertThat(Fixtures.MAPPER.readTree(shown.inputSchema()))
        .isEqualTo(
            Fixtures.MAPPER.readTree(
                "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\",\"maxLength\":3}},"
                    + "\"required\":[\"a\"]}"));
    assertThat(shown.name()).isEqualTo("limited");
    assertThat(shown.behaviour()).isEqualTo(DECLARED.behaviour());
  }

  @Test
  void nothingIsTheDeclaration() throws Exception {
    assertThat(merge(Map.of()).document()).isEqualTo(DECLARED);
  }

  @Test
  void otherKeysAreIgnoredAndNamed() throws Exception {
    Map<String, Object> overlay = new HashMap<>(Map.of("description", "New.", "name", "other"));
    overlay.put("toolset", null);
    OverlaidDocument.Merged merged = merge(overlay);
    assertThat(merged.document().name()).isEqualTo("limited");
    assertThat(merged.document().description()).isEqualTo("New.");
    assertThat(merged.ignored()).containsExactlyInAnyOrder("name", "toolset");
  }

  private static Map<String, Object> properties(Map<String, Object> properties) {
    return Map.of("inputSchema", Map.of("properties", properties));
  }

  private static Stream<Arguments> unusable() {
    Map<String, Object> itself = new HashMap<>();
    itself.put("inputSchema", itself);
    return Stream.of(
        Arguments.of(null, "returned null"),
        Arguments.of(Map.of("title", 3), "no text"),
        Arguments.of(Map.of("description", " "), "blank description"),
        Arguments.of(Map.of("description", "x".repeat(20_000)), "16384"),
        Arguments.of(Map.of("inputSchema", List.of()), "no map"),
        Arguments.of(Map.of("inputSchema", Map.of("type", "string")), "of no object"),
        Arguments.of(Map.of("inputSchema", Map.of("properties", 7)), "cannot be used"),
        Arguments.of(Map.of("inputSchema", Map.of("x", "y".repeat(1_100_000))), "longer than"),
        Arguments.of(
            properties(Map.of("c", Map.of("type", "string"))),
            "it requires 'a', which is not among the properties"),
        Arguments.of(
            properties(Map.of("a", Map.of("enum", List.of()))), "argument a may have no value"),
        Arguments.of(
            properties(Map.of("a", Map.of("type", "integer", "enum", List.of("x")))),
            "none of its type"),
        Arguments.of(
            properties(Map.of("a", Map.of("minLength", 3, "maxLength", 2))),
            "minLength above its maxLength"),
        Arguments.of(properties(Map.of("a", false)), "argument a allows nothing"),
        Arguments.of(
            properties(Map.of("a", Map.of("anyOf", List.of(false, Map.of("enum", List.of()))))),
            "argument a"),
        Arguments.of(Map.of("inputSchema", Map.of("required", List.of("z"))), "it requires 'z'"),
        Arguments.of(itself, "no JSON"));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("unusable")
  @DisplayName("R33 what cannot be shown is refused with the reason")
  void refused(Map<String, Object> overlay, String reason) {
    assertThatThrownBy(() -> merge(overlay))
        .isInstanceOf(UnusableOverlayException.class)
        .hasMessageContaining(reason);
  }
}
