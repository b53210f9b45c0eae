package dev.talaria.registry.internal.availability;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.pipeline.ArgumentOutcome;
import dev.talaria.pipeline.ArgumentSchema;
import dev.talaria.pipeline.ToolDocument;
import dev.talaria.registry.internal.Fixtures;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever an overlay says, what is published can be called. */
class ContradictionsPropertyTest {
  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final List<Object> VALUES = List.of("", "x", "xyz", 0, 7);
  private static final ToolDocument DECLARED =
      Fixtures.document(
          "limited",
          "x",
          false,
          "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"},\"b\":{\"type\":\"integer\"}},"
              + "\"required\":[\"a\"],\"additionalProperties\":false}",
          Optional.empty());

  @Provide
  Arbitrary<Map<String, Object>> overlays() {
    Arbitrary<Object> property =
        Combinators.combine(
                Arbitraries.of("string", "integer").injectNull(0.3),
                Arbitraries.of(VALUES).list().uniqueElements().ofMaxSize(2).injectNull(0.5),
                Arbitraries.integers().between(0, 4).injectNull(0.6),
                Arbitraries.integers().between(0, 4).injectNull(0.6))
            .as(ContradictionsPropertyTest::property);
    Arbitrary<Map<String, Object>> properties =
        Arbitraries.maps(Arbitraries.of(NAMES), property).ofMaxSize(3);
    Arbitrary<Set<String>> required = Arbitraries.of(NAMES).set().ofMaxSize(3);
    return Combinators.combine(properties.injectNull(0.2), required.injectNull(0.3))
        .as(
            (said, needed) -> {
              Map<String, Object> schema = new HashMap<>();
              if (said != null) {
                schema.put("properties", said);
              }
              if (needed != null) {
                schema.put("required", List.copyOf(needed));
              }
              return schema;
            });
  }

  private static Object property(String type, List<Object> values, Integer least, Integer most) {
    Map<String, Object> schema = new HashMap<>();
    if (type != null) {
      schema.put("type", type);
    }
    if (values != null) {
      schema.put("enum", values);
    } else if (least != null || most != null) {
      // With an enum beside it, bounds would need to be weighed against each value.
      schema.put("type", "string");
      if (least != null) {
        schema.put("minLength", least);
      }
      if (most != null) {
        schema.put("maxLength", most);
      }
    }
    return schema;
  }

  @Property(tries = 500)
  void whatIsPublishedCanBeCalled(@ForAll("overlays") Map<String, Object> schema) throws Exception {
    ToolDocument shown;
    try {
      shown =
          OverlaidDocument.merge(DECLARED, Map.of("inputSchema", schema), Fixtures.MAPPER)
              .document();
    } catch (UnusableOverlayException e) {
      assertThat(e).hasMessageContaining("no call can fit");
      return;
    }
    ArgumentSchema compiled = ArgumentSchema.compile(shown.inputSchema(), Fixtures.MAPPER);
    assertThat(candidates(NAMES))
        .as(shown.inputSchema())
        .anyMatch(
            arguments ->
                compiled.accept(Fixtures.MAPPER.writeValueAsString(arguments))
                    instanceof ArgumentOutcome.Accepted);
  }

  /** Every assignment of values of the small world, or of none, to the names. */
  private static List<Map<String, Object>> candidates(List<String> names) {
    List<Map<String, Object>> all = new ArrayList<>(List.of(Map.of()));
    for (String name : names) {
      for (Map<String, Object> begun : List.copyOf(all)) {
        for (Object value : List.of("", "x", "xy", "xyz", "xyzz", 0, 7)) {
          Map<String, Object> more = new HashMap<>(begun);
          more.put(name, value);
          all.add(more);
        }
      }
    }
    return all;
  }
}
