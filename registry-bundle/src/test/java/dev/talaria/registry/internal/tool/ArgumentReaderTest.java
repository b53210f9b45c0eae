package dev.talaria.registry.internal.tool;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.talaria.registry.internal.Fixtures;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.node.ObjectNode;

/** The short way to a record is no other than the mapper's. */
class ArgumentReaderTest {
  record Plain(String s, int i, long l, boolean b, Integer boxed, Long wide, Boolean flag) {}

  record Named(@JsonProperty("other") String s, int i) {}

  record Mixed(String s, List<Integer> list, Optional<String> maybe, double d) {}

  record Strict(String s, int i) {
    Strict {
      if (i < 0) {
        throw new IllegalArgumentException("i must not be negative");
      }
    }
  }

  record Twice(String s, int i) {
    Twice(String s) {
      this(s, 1);
    }
  }

  record None() {}

  static List<Class<?>> types() {
    return List.of(
        Plain.class, Named.class, Mixed.class, Strict.class, Twice.class, None.class, Object.class);
  }

  @ParameterizedTest
  @MethodSource("types")
  void sameAsTheMapper(Class<?> type) {
    for (String json : JSON) {
      ObjectNode tree = (ObjectNode) Fixtures.MAPPER.readTree(json);
      JavaType constructed = Fixtures.MAPPER.constructType(type);
      ArgumentReader reader = ArgumentReader.of(constructed, Fixtures.MAPPER);
      assertThat(outcome(() -> reader.read(tree)))
          .as("%s of %s", type.getSimpleName(), json)
          .isEqualTo(outcome(() -> Fixtures.MAPPER.readerFor(constructed).readValue(tree)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"{\"s\":\"a\",\"i\":-1}"})
  void whatAConstructorThrowsIsWordedByTheMapper(String json) {
    ArgumentReader reader =
        ArgumentReader.of(Fixtures.MAPPER.constructType(Strict.class), Fixtures.MAPPER);
    assertThat(outcome(() -> reader.read((ObjectNode) Fixtures.MAPPER.readTree(json))).toString())
        .contains("i must not be negative");
  }

  private static final List<String> JSON =
      List.of(
          "{}",
          "{\"s\":\"a\",\"i\":1,\"l\":2,\"b\":true,\"boxed\":3,\"wide\":4,\"flag\":false}",
          "{\"s\":\"a\",\"i\":1,\"l\":9000000000,\"b\":true}",
          "{\"s\":null,\"i\":1,\"l\":2,\"b\":true,\"boxed\":null}",
          "{\"s\":\"a\",\"i\":null,\"l\":2,\"b\":true}",
          "{\"s\":\"a\",\"i\":1.0,\"l\":2,\"b\":true}",
          "{\"s\":\"a\",\"i\":9000000000,\"l\":2,\"b\":true}",
          "{\"s\":1,\"i\":1,\"l\":2,\"b\":true}",
          "{\"s\":\"a\",\"i\":\"1\",\"l\":2,\"b\":\"true\"}",
          "{\"s\":\"a\",\"i\":1,\"l\":2,\"b\":true,\"more\":1}",
          "{\"s\":\"a\",\"i\":1}",
          "{\"s\":\"a\",\"i\":-1}",
          "{\"other\":\"a\",\"i\":1}",
          "{\"s\":\"a\"}",
          "{\"s\":\"a\",\"list\":[1,2],\"maybe\":\"x\",\"d\":1.5}",
          "{\"s\":\"a\",\"list\":[1,2],\"d\":1}");

  private interface Reading {
    Object read();
  }

  private static Object outcome(Reading reading) {
    try {
      return reading.read();
    } catch (JacksonException e) {
      return e.getOriginalMessage();
    }
  }
}
