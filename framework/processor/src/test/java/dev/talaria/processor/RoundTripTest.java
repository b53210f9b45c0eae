package dev.talaria.processor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.pipeline.ArgumentOutcome;
import dev.talaria.pipeline.JsonMappers;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * For every type that a tool may use: JSON that the schema accepts arrives as the right value, and
 * what is answered with that value fits the schema of results, formats included.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RoundTripTest {
  private static final JsonMapper JSON = JsonMappers.base();

  /**
   * A value on its way.
   *
   * @param value what arrives; a string: its text, for types that only the tool knows
   * @param answered the JSON of the result
   */
  private record Case(String type, String sent, Object value, String answered) {
    Case(String type, String sent, Object value) {
      this(type, sent, value, sent);
    }
  }

  private static final List<Case> CASES =
      List.of(
          new Case("String", "\"é\"", "é"),
          new Case("boolean", "true", true),
          new Case("Boolean", "\"false\"", false, "false"),
          new Case("byte", "-128", (byte) -128),
          new Case("Short", "7", (short) 7),
          new Case("int", "\"3\"", 3, "3"),
          new Case("int", "3.0", 3, "3"),
          new Case("Long", "9223372036854775807", Long.MAX_VALUE),
          new Case(
              "BigInteger",
              "123456789012345678901234567890",
              new BigInteger("123456789012345678901234567890")),
          new Case("float", "1.5", 1.5f),
          new Case("Double", "1e300", 1e300, "1.0E300"),
          new Case(
              "BigDecimal",
              "0.10000000000000000000000000000000001",
              new BigDecimal("0.10000000000000000000000000000000001")),
          new Case("Path", "\"a/b.txt\"", Path.of("a/b.txt")),
          new Case(
              "URI",
              "\"https://x.org/é?q=1#f\"",
              URI.create("https://x.org/é?q=1#f"),
              "\"https://x.org/%C3%A9?q=1#f\""),
          new Case(
              "UUID",
              "\"01234567-89ab-cdef-0123-456789abcdef\"",
              UUID.fromString("01234567-89ab-cdef-0123-456789abcdef")),
          new Case("Locale", "\"fr-CH\"", Locale.forLanguageTag("fr-CH")),
          new Case("Locale", "\"zh-Hant-TW\"", Locale.forLanguageTag("zh-Hant-TW")),
          new Case("byte[]", "\"AQL/\"", new byte[] {1, 2, -1}),
          new Case("byte[]", "\"AQ\"", new byte[] {1}, "\"AQ==\""),
          new Case("Instant", "\"2026-01-31T10:00:00Z\"", Instant.parse("2026-01-31T10:00:00Z")),
          new Case(
              "Instant",
              "\"2026-01-31T10:00:00.5+01:00\"",
              Instant.parse("2026-01-31T09:00:00.5Z"),
              "\"2026-01-31T09:00:00.500Z\""),
          new Case(
              "OffsetDateTime",
              "\"2026-01-31T10:00:00+01:00\"",
              OffsetDateTime.parse("2026-01-31T10:00:00+01:00")),
          new Case(
              "ZonedDateTime",
              "\"2026-01-31T10:00:00-05:00\"",
              ZonedDateTime.parse("2026-01-31T10:00:00-05:00")),
          new Case(
              "LocalDateTime",
              "\"2026-01-31T10:00\"",
              LocalDateTime.parse("2026-01-31T10:00"),
              "\"2026-01-31T10:00:00\""),
          new Case("LocalDate", "\"2026-01-31\"", LocalDate.parse("2026-01-31")),
          new Case("YearMonth", "\"2026-01\"", YearMonth.parse("2026-01")),
          new Case("LocalTime", "\"14:30\"", LocalTime.of(14, 30), "\"14:30:00\""),
          new Case("LocalTime", "\"14:30:01.25\"", LocalTime.parse("14:30:01.25")),
          new Case("OffsetTime", "\"14:30:00+02:00\"", OffsetTime.parse("14:30:00+02:00")),
          new Case("OffsetTime", "\"14:30:00Z\"", OffsetTime.parse("14:30:00Z")),
          new Case("Duration", "\"PT1H30M\"", Duration.ofMinutes(90)),
          new Case("Duration", "\"P2DT0.5S\"", Duration.ofDays(2).plusMillis(500), "\"PT48H0.5S\""),
          new Case("Period", "\"P1Y2M3D\"", Period.of(1, 2, 3)),
          new Case("Period", "\"P2W\"", Period.ofDays(14), "\"P14D\""),
          new Case("ZoneId", "\"Europe/Paris\"", ZoneId.of("Europe/Paris")),
          new Case("DayOfWeek", "\"FRIDAY\"", DayOfWeek.FRIDAY),
          new Case("Month", "\"MAY\"", java.time.Month.MAY),
          new Case("Color", "\"red\"", "red"),
          new Case("Object", "{\"x\":[1,null,\"y\"]}", "{x=[1, null, y]}"),
          new Case("List<Integer>", "[1,2]", List.of(1, 2)),
          new Case("Collection<LocalDate>", "[\"2026-01-31\"]", List.of(LocalDate.of(2026, 1, 31))),
          new Case("Set<Color>", "[\"red\"]", "[red]"),
          new Case("int[][]", "[[1],[],[2,3]]", new int[][] {{1}, {}, {2, 3}}),
          new Case("Color[]", "[\"green\"]", List.of("green")),
          new Case("byte[][]", "[\"AQ==\"]", new byte[][] {{1}}),
          new Case("List<List<Point>>", "[[{\"x\":1,\"y\":2}]]", "[[Point[x=1, y=2]]]"),
          new Case("Map<String, Long>", "{\"b\":1,\"a\":2}", Map.of("a", 2L, "b", 1L)),
          new Case("Map<Color, Point>", "{\"green\":{\"x\":1,\"y\":2}}", "{!=Point[x=1, y=2]}"),
          new Case("Map<Month, Color>", "{\"MAY\":\"red\"}", "{MAY=red}"),
          new Case("Map<DayOfWeek, Object>", "{\"MONDAY\":true}", Map.of(DayOfWeek.MONDAY, true)),
          new Case("Optional<String>", "\"x\"", Optional.of("x")),
          new Case(
              "Optional<Instant>",
              "\"2026-01-31T10:00:00Z\"",
              Optional.of(Instant.parse("2026-01-31T10:00:00Z"))),
          new Case("Optional<Point>", "{\"x\":1,\"y\":2}", "Optional[Point[x=1, y=2]]"),
          new Case("Optional<Fruit>", "{\"type\":\"Pear\"}", "Optional[Pear[]]"),
          new Case("OptionalInt", "7", OptionalInt.of(7)),
          new Case("OptionalLong", "7", OptionalLong.of(7)),
          new Case("OptionalDouble", "7.5", OptionalDouble.of(7.5)),
          new Case("Point", "{\"y\":2,\"x\":1}", "Point[x=1, y=2]", "{\"x\":1,\"y\":2}"),
          new Case(
              "Pair<String, Pair<Color, List<Long>>>",
              "{\"left\":\"l\",\"right\":{\"left\":\"red\",\"right\":[5]}}",
              "Pair[left=l, right=Pair[left=red, right=[5]]]"),
          new Case(
              "Node",
              "{\"name\":\"a\",\"children\":[{\"name\":\"b\",\"children\":[]}]}",
              "Node[name=a, children=[Node[name=b, children=[]]]]"),
          new Case(
              "Node",
              "{\"name\":\"a\"}",
              "Node[name=a, children=[]]",
              "{\"name\":\"a\",\"children\":[]}"),
          new Case(
              "Chain<Color>",
              "{\"value\":\"red\",\"next\":{\"value\":\"green\"}}",
              "Chain[value=red, next=Optional[Chain[value=!, next=Optional.empty]]]"),
          new Case(
              "Left",
              "{\"right\":{\"lefts\":{\"k\":{}}}}",
              "Left[right=Optional[Right[lefts={k=Left[right=Optional.empty]}]]]"),
          new Case(
              "List<Fruit>",
              "[{\"type\":\"Pear\"},{\"type\":\"sweet-apple\",\"sort\":\"red\",\"grams\":120}]",
              "[Pear[], Apple[sort=red, grams=120]]"),
          new Case(
              "Fruit",
              "{\"sort\":\"red\",\"type\":\"sweet-apple\",\"grams\":\"1\"}",
              "Apple[sort=red, grams=1]",
              "{\"type\":\"sweet-apple\",\"sort\":\"red\",\"grams\":1}"),
          new Case(
              "Expression",
              "{\"type\":\"Sum\",\"left\":{\"type\":\"Number\",\"value\":1},\"right\":"
                  + "{\"type\":\"Sum\",\"left\":{\"type\":\"Number\",\"value\":2},"
                  + "\"right\":{\"type\":\"Number\",\"value\":3}}}",
              "Sum[left=Number[value=1], right=Sum[left=Number[value=2], right=Number[value=3]]]"),
          new Case(
              "Maybe<Point>",
              "{\"type\":\"Some\",\"value\":{\"x\":1,\"y\":2}}",
              "Some[value=Point[x=1, y=2]]"),
          new Case(
              "Pair<Maybe<Long>, Maybe<Color>>",
              "{\"left\":{\"type\":\"Some\",\"value\":5},\"right\":{\"type\":\"None\"}}",
              "Pair[left=Some[value=5], right=None[]]"),
          new Case(
              "Map<Color, Fruit>",
              "{\"red\":{\"type\":\"Grape\",\"wine\":true}}",
              "{red=Grape[wine=true]}"),
          new Case("Fruit[]", "[{\"type\":\"Pear\"}]", List.of("Pear[]")));

  private static final String[] TYPES = {
    "public enum Color { red, green { @Override public String toString() { return \"!\"; } } }",
    "public record Point(int x, int y) {}",
    "public record Pair<A, B>(A left, B right) {}",
    "public record Node(String name, @Default(\"[]\") List<Node> children) {}",
    "public record Chain<E>(E value, Optional<Chain<E>> next) {}",
    "public record Left(Optional<Right> right) {}",
    "public record Right(Map<String, Left> lefts) {}",
    "public sealed interface Fruit permits Tree, Grape {}",
    "public sealed interface Tree extends Fruit {}",
    "@TypeName(\"sweet-apple\") public record Apple(String sort, int grams) implements Tree {}",
    "public record Pear() implements Tree {}",
    "public record Grape(boolean wine) implements Fruit {}",
    "public sealed interface Expression {}",
    "public record Number(long value) implements Expression {}",
    "public record Sum(Expression left, Expression right) implements Expression {}",
    "public sealed interface Maybe<T> {}",
    "public record Some<S>(S value) implements Maybe<S> {}",
    "public record None<N>() implements Maybe<N> {}",
  };

  private Tools tools;

  @BeforeAll
  void compile(@TempDir Path output) {
    tools = Tools.of(output, CASES.stream().map(Case::type).toList(), TYPES);
  }

  @AfterAll
  void close() throws Exception {
    tools.close();
  }

  @TestFactory
  List<DynamicTest> whatIsSentArrivesAndWhatIsAnsweredFits() {
    List<DynamicTest> tests = new ArrayList<>();
    for (int i = 0; i < CASES.size(); i++) {
      int tool = i;
      Case one = CASES.get(i);
      tests.add(DynamicTest.dynamicTest(one.type + " " + one.sent, () -> roundTrip(tool, one)));
    }
    return tests;
  }

  private void roundTrip(int tool, Case one) throws Exception {
    Object arrived = tools.accept(tool, one.sent);
    Object comparable =
        arrived instanceof Object[] many && one.value instanceof List
            ? List.of(many).stream().map(RoundTripTest::text).toList()
            : one.value instanceof String ? text(arrived) : arrived;
    if (one.type.equals("Set<Color>")) {
      assertThat((Set<?>) arrived).singleElement().asString().isEqualTo("red");
    } else {
      assertThat(comparable).isEqualTo(one.value);
    }
    assertThat(tools.answer(tool, arrived)).isEqualTo(JSON.readTree(one.answered));
  }

  private static String text(Object value) {
    return value instanceof Enum<?> constant ? constant.name() : value.toString();
  }

  @Test
  void whatIsAbsentIsEmptyAndLeftOut() throws Exception {
    for (int i = 0; i < CASES.size(); i++) {
      if (CASES.get(i).type.startsWith("Optional")) {
        Object arrived = tools.accept(i, "null");
        assertThat(arrived.toString()).endsWith(".empty");
        assertThat(tools.answer(i, arrived).isMissingNode()).isTrue();
      }
    }
  }

  /** Whatever a tool answers fits its schema, and comes back as the same value where it may. */
  @Test
  void anyValueOfTimeFits() throws Exception {
    Random random = new Random(2026);
    for (int i = 0; i < 200; i++) {
      // Years of four digits, as in RFC 3339.
      Instant instant =
          Instant.ofEpochSecond(random.nextLong(-60_000_000_000L, 250_000_000_000L), nanos(random));
      ZoneOffset offset = ZoneOffset.ofTotalSeconds(60 * random.nextInt(-18 * 60, 18 * 60 + 1));
      OffsetDateTime time = instant.atOffset(offset);
      fits("Instant", instant);
      fits("OffsetDateTime", time);
      fits("ZonedDateTime", time.toZonedDateTime());
      fits("LocalDateTime", time.toLocalDateTime());
      fits("LocalDate", time.toLocalDate());
      fits("LocalTime", time.toLocalTime());
      fits("OffsetTime", time.toOffsetTime());
      fits("YearMonth", YearMonth.from(time));
      fits("Duration", Duration.ofSeconds(random.nextInt(0, 1_000_000), nanos(random)));
      fits("Period", Period.of(random.nextInt(99), random.nextInt(99), random.nextInt(99)));
      answered("Duration", Duration.ofSeconds(random.nextInt(), nanos(random)));
      answered("Period", Period.of(random.nextInt(), random.nextInt(), random.nextInt()));
    }
  }

  private static long nanos(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> random.nextInt(1000) * 1_000_000L;
      default -> random.nextInt(1_000_000_000);
    };
  }

  private void fits(String type, Object value) throws Exception {
    assertThat(tools.accept(tool(type), answered(type, value).toString())).isEqualTo(value);
  }

  private JsonNode answered(String type, Object value) throws Exception {
    return tools.answer(tool(type), value);
  }

  private static int tool(String type) {
    return CASES.stream().map(Case::type).toList().indexOf(type);
  }

  @Test
  void whatDoesNotFitIsRejected() throws Exception {
    Map<String, String> wrong =
        Map.ofEntries(
            Map.entry("Fruit", "{\"type\":\"Stone\"}"),
            Map.entry("Node", "{\"name\":\"a\",\"children\":[{}]}"),
            Map.entry(
                "Expression", "{\"type\":\"Sum\",\"left\":{\"type\":\"Number\",\"value\":1}}"),
            Map.entry("Map<Color, Point>", "{\"blue\":{\"x\":1,\"y\":2}}"),
            Map.entry("Maybe<Point>", "{\"type\":\"Some\",\"value\":5}"),
            Map.entry("Duration", "\"soon\""),
            Map.entry("Period", "\"P\""),
            Map.entry("LocalTime", "\"noon\""),
            Map.entry("LocalDateTime", "\"2026-01-31\""),
            Map.entry("Locale", "\"en_US\""));
    for (Map.Entry<String, String> one : wrong.entrySet()) {
      assertThat(tools.outcome(tool(one.getKey()), one.getValue()))
          .as(one.toString())
          .isInstanceOf(ArgumentOutcome.Rejected.class);
    }
  }
}
