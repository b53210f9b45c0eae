package dev.talaria.mcp.wire.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class JsonReaderTest {
  private static final JsonLimits LIMITS = new JsonLimits(1 << 20, 20, 30, 3);

  private final JsonReader reader = new JsonReader(LIMITS);

  @Test
  void keepsContainersAsTheyWereReceived() throws Exception {
    JsonObject object =
        object("{ \"a\" : [1, 2 ] , \"b\":\"é\\n\", \"c\":-7,\"d\":1.5, \"e\":true , \"f\":null}");

    assertThat(object.names()).containsExactly("a", "b", "c", "d", "e", "f");
    assertThat(object.raw("a")).hasValue("[1, 2 ]");
    assertThat(object.string("b")).hasValue("é\n");
    assertThat(object.raw("b")).hasValue("\"é\\n\"");
    assertThat(object.integer("c")).hasValue(-7);
    assertThat(object.raw("c")).hasValue("-7");
    assertThat(object.raw("d")).hasValue("1.5");
    assertThat(object.bool("e")).hasValue(true);
    assertThat(object.kind("f")).hasValue(JsonObject.Kind.NULL);
    assertThat(object.string("missing")).isEmpty();
  }

  @Test
  void readsObjectsInsideObjects() throws Exception {
    JsonObject object =
        object("{\"p\":{\"q\":{\"r\":{\"s\":{\"t\":\"deep ö\"}}},\"_meta\":{\"k\":1}}}");

    JsonObject r =
        object.object("p").orElseThrow().object("q").orElseThrow().object("r").orElseThrow();
    assertThat(r.raw("s")).hasValue("{\"t\":\"deep ö\"}");
    assertThat(r.object("s").orElseThrow().string("t")).hasValue("deep ö");
    assertThat(object.object("p").orElseThrow().object("_meta").orElseThrow().integer("k"))
        .hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "{",
        "}",
        "{\"a\":1,}",
        "{\"a\":1,\"a\":2}",
        "{\"x\":{\"a\":1,\"a\":2}}",
        "{\"x\":[{\"a\":1,\"a\":2}]}",
        "{} {}",
        "{}x",
        "{'a':1}",
        "{\"a\":01}",
        "{\"a\":NaN}",
        "{\"a\":\"\t\"}",
        "[1,2",
        "\"open",
        "{\"a\":tru}",
        "// c\n{}",
        "{\"a\":\"\\x\"}"
      })
  void refusesWhatIsNoJson(String text) {
    assertThatThrownBy(() -> reader.read(text.getBytes(StandardCharsets.UTF_8)))
        .isInstanceOfSatisfying(
            InvalidJsonException.class,
            e -> assertThat(e.reason()).isEqualTo(InvalidJsonException.Reason.SYNTAX));
  }

  @Test
  void refusesOtherEncodings() {
    byte[][] wrong = {
      "{\"a\":1}".getBytes(StandardCharsets.UTF_16LE),
      "{\"a\":1}".getBytes(StandardCharsets.UTF_16BE),
      "{\"a\":1}".getBytes(StandardCharsets.UTF_16),
      "\uFEFF{\"a\":1}".getBytes(StandardCharsets.UTF_8),
      "{\"a\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1),
      {'{', '"', (byte) 0xC0, (byte) 0x80, '"', ':', '1', '}'},
      {
        '{',
        '"',
        'a',
        '"',
        ':',
        '{',
        '"',
        (byte) 0xED,
        (byte) 0xA0,
        (byte) 0x80,
        '"',
        ':',
        '1',
        '}',
        '}'
      }
    };
    for (byte[] bytes : wrong) {
      assertThatThrownBy(() -> reader.read(bytes)).isInstanceOf(InvalidJsonException.class);
    }
  }

  @Test
  void refusesWhatIsBeyondTheLimits() {
    String deep = "[".repeat(1 << 19);
    String number = "{\"a\":" + "1".repeat(31) + "}";
    String many = "[{},{},{},{}]";
    String large = "{\"a\":\"" + "x".repeat(1 << 20) + "\"}";
    for (String text : new String[] {deep, number, many, large}) {
      assertThatThrownBy(() -> reader.read(text.getBytes(StandardCharsets.UTF_8)))
          .isInstanceOfSatisfying(
              InvalidJsonException.class,
              e -> assertThat(e.reason()).isEqualTo(InvalidJsonException.Reason.LIMIT));
    }
  }

  @Property(tries = 300)
  void agreesWithAFullParserOnNestedDocuments(
      @ForAll String name,
      @ForAll String text,
      @ForAll long number,
      @ForAll @IntRange(max = 9) int depth)
      throws Exception {
    JsonMapper mapper = JsonMapper.builder().build();
    Object value = java.util.Map.of("t", text, "n", number);
    for (int i = 0; i < depth; i++) {
      value = java.util.Map.of(name, value);
    }
    byte[] bytes = mapper.writeValueAsBytes(java.util.Map.of("outer", value));

    JsonObject object = ((JsonDocument.OfObject) reader.read(bytes)).object();

    assertThat(mapper.readTree(object.raw("outer").orElseThrow()))
        .isEqualTo(mapper.readTree(bytes).get("outer"));
    JsonObject inner = object.object("outer").orElseThrow();
    for (int i = 0; i < depth; i++) {
      inner = inner.object(name).orElseThrow();
    }
    assertThat(inner.integer("n")).hasValue(number);
    assertThat(inner.string("t")).hasValue(text);
  }

  private JsonObject object(String text) throws InvalidJsonException {
    return ((JsonDocument.OfObject) reader.read(text.getBytes(StandardCharsets.UTF_8))).object();
  }
}
