package dev.talaria.ops.internal.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RequestPathPropertiesTest {
  @Provide
  Arbitrary<String> names() {
    return Arbitraries.strings()
        .withCharRange(' ', '~')
        .withChars("äöü€")
        .ofMinLength(1)
        .ofMaxLength(20)
        .filter(s -> !s.contains("/") && !s.contains("\\") && !s.equals(".") && !s.equals(".."));
  }

  @Provide
  Arbitrary<String> noise() {
    return Arbitraries.strings().withChars("/%.2eEfF;+a\\ \u00e4").ofMaxLength(20);
  }

  @Property
  void anEncodedNameIsReadAsItWas(@ForAll("names") String name) {
    String encoded = URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    assertThat(RequestPath.segments("/api/v1/config/" + encoded, "/api/v1"))
        .contains(List.of("config", name));
  }

  @Property
  void noSegmentLeadsAnywhereElse(@ForAll("noise") String path) {
    RequestPath.segments("/api/v1/" + path, "/api/v1")
        .ifPresent(
            segments ->
                assertThat(segments)
                    .allSatisfy(
                        s ->
                            assertThat(s).isNotEmpty().doesNotContain("/", "\\").isNotIn(".", ".."))
                    .hasSize((int) path.chars().filter(c -> c == '/').count() + 1));
  }

  @Example
  void aPlusIsAPlus() {
    assertThat(RequestPath.segments("/api/v1/a+b", "/api/v1")).contains(List.of("a+b"));
    assertThat(RequestPath.segments("/api/v11/a", "/api/v1")).isEmpty();
  }
}
