package dev.talaria.formats.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderParserTest {
  @Test
  void readsPathsAttributesAndDirectives() throws Exception {
    List<Clause> clauses =
        HeaderParser.parse(
            "com.a; com.b;version=\"[1.0,2)\";resolution:=optional , com.c;uses:=\"x,y;z\"");

    assertThat(clauses).hasSize(2);
    assertThat(clauses.get(0).paths()).containsExactly("com.a", "com.b");
    assertThat(clauses.get(0).attribute("version")).contains("[1.0,2)");
    assertThat(clauses.get(0).directive("resolution")).contains("optional");
    assertThat(clauses.get(1).path()).isEqualTo("com.c");
    assertThat(clauses.get(1).directive("uses")).contains("x,y;z");
  }

  @Test
  void readsTypedAttributes() throws Exception {
    Clause clause =
        HeaderParser.parse("ns;names:List<String>=\"a,b\\,c\";size:Long=7;when:Version=\"1.2\"")
            .get(0);

    assertThat(clause.list("names")).containsExactly("a", "b,c");
    assertThat(clause.attributes().get("size")).isEqualTo(new Clause.Attribute("Long", "7"));
    assertThat(clause.list("size")).containsExactly("7");
    assertThat(clause.list("nothing")).isEmpty();
  }

  @Test
  void unescapesOnlyTheQuote() throws Exception {
    Clause clause = HeaderParser.parse("p;a=\"say \\\"hi\\\"\";f:=\"(x=\\\\*)\"").get(0);

    assertThat(clause.attribute("a")).contains("say \"hi\"");
    assertThat(clause.directive("f")).contains("(x=\\\\*)");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        ",",
        "a,",
        ",a",
        "a;",
        ";version=1",
        "version=1",
        "a;=1",
        "a;b:c",
        "a;b:=\"open",
        "a;b=1;c",
        "a;b=1;b=2",
        "a;b:=1;b:=2",
        "a;b=\"1\"2",
        "a\\b",
        "a\"b\"",
        "\"\""
      })
  void refusesWhatIsNoHeader(String header) {
    assertThatThrownBy(() -> HeaderParser.parse(header))
        .isInstanceOf(InvalidManifestException.class)
        .hasMessageContaining("at character");
  }

  @Property
  void readsWhatItIsGiven(@ForAll("clauses") List<Clause> clauses) throws Exception {
    assertThat(HeaderParser.parse(written(clauses))).isEqualTo(clauses);
  }

  @Property(tries = 5000)
  void anyTextIsReadOrRefused(@ForAll("headerLikeText") String text) {
    try {
      assertThat(HeaderParser.parse(text)).isNotEmpty();
    } catch (InvalidManifestException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  @Test
  void aLongHeaderOfNestedSignsTakesNoTimeAndNoStack() throws Exception {
    String header = "a;x:=\"((((\"".repeat(1) + ",b".repeat(200_000);

    assertThat(HeaderParser.parse(header)).hasSize(200_001);
  }

  @Provide
  Arbitrary<String> headerLikeText() {
    return Arbitraries.strings().withChars("ab.*;:,=\"\\ \t<>()[]1é").ofMaxLength(40);
  }

  @Provide
  Arbitrary<List<Clause>> clauses() {
    Arbitrary<String> name =
        Arbitraries.strings().withChars("abcXYZ.-_0*/").ofMinLength(1).ofMaxLength(8);
    Arbitrary<String> value = Arbitraries.strings().withChars("ab ,;:=()[]\"1é").ofMaxLength(12);
    Arbitrary<Clause.Attribute> attribute =
        Combinators.combine(Arbitraries.of("String", "Version", "List<String>"), value)
            .as(Clause.Attribute::new);
    Arbitrary<Clause> clause =
        Combinators.combine(
                name.list().ofMinSize(1).ofMaxSize(3),
                Arbitraries.maps(name, attribute).ofMaxSize(3),
                Arbitraries.maps(name, value).ofMaxSize(3))
            .as((paths, attributes, directives) -> new Clause(paths, attributes, directives));
    return clause.list().ofMinSize(1).ofMaxSize(4);
  }

  private static String written(List<Clause> clauses) {
    List<String> texts = new ArrayList<>();
    for (Clause clause : clauses) {
      Map<String, String> parameters = new LinkedHashMap<>();
      clause
          .attributes()
          .forEach(
              (name, value) ->
                  parameters.put(
                      name + (value.type().equals("String") ? "=" : ":" + value.type() + "="),
                      value.value()));
      clause.directives().forEach((name, value) -> parameters.put(name + ":=", value));
      StringBuilder text = new StringBuilder(String.join(" ; ", clause.paths()));
      parameters.forEach(
          (start, value) ->
              text.append(';')
                  .append(start)
                  .append('"')
                  .append(value.replace("\"", "\\\""))
                  .append('"'));
      texts.add(text.toString());
    }
    return String.join(" , ", texts);
  }
}
