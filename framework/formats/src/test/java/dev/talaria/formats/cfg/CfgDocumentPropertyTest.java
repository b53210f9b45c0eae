package dev.talaria.formats.cfg;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.Size;

class CfgDocumentPropertyTest {
  private static final String FILE = "etc/x.cfg";

  /** Every UTF-16 unit, lone surrogates too, with what the format gives a meaning well in front. */
  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> nasty =
        Arbitraries.strings()
            .withChars(" \t\n\r\\,=#!:${}[]envtrue\u0000\u0085\u2028\uFEFF\u202Eé\uD83D\uDE00")
            .ofMaxLength(8);
    Arbitrary<String> any = Arbitraries.strings().all().ofMaxLength(6);
    Arbitrary<String> known =
        Arbitraries.of(" true", "true ", "true", "TRUE", "${env:HOME}", "[]", ",", "a,", "");
    return Arbitraries.frequencyOf(Tuple.of(5, nasty), Tuple.of(2, any), Tuple.of(2, known));
  }

  @Provide
  Arbitrary<CfgValue> values() {
    return Arbitraries.oneOf(
        texts().map(CfgValue::of), texts().list().ofMaxSize(4).map(CfgValue::of));
  }

  @Provide
  Arbitrary<Map<String, CfgValue>> configurations() {
    return Arbitraries.maps(texts().filter(key -> !key.isEmpty()), values()).ofMaxSize(6);
  }

  /** Lines as an operator may leave them: each valid, none of them ours. */
  @Provide
  Arbitrary<String> lines() {
    return Arbitraries.of(
        "# comment é",
        "",
        "  \t",
        "! other",
        "  key=  value  ",
        "list = a , b,c,",
        "e=${env:E}",
        "esc = \\u0020x\\, y",
        "last\t=\t[]");
  }

  @Property(tries = 2000)
  void whatIsWrittenReadsBackTheSame(@ForAll("configurations") Map<String, CfgValue> values)
      throws CfgException {
    Map<String, CfgValue> expected = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    expected.putAll(values);
    byte[] written = CfgDocument.of(expected).toBytes();
    Map<String, CfgValue> read =
        CfgDocument.parse(FILE, written).values(FILE, name -> "not the text");
    assertThat(read).isEqualTo(expected);
  }

  @Property(tries = 1000)
  void aValueNeverReadsBackAsAnotherOne(
      @ForAll("values") CfgValue value, @ForAll("values") CfgValue other) throws CfgException {
    CfgDocument document = CfgDocument.empty().with("k", other).with("k", value);
    CfgDocument read = CfgDocument.parse(FILE, document.toBytes());
    assertThat(read.values(FILE, name -> null).get("k")).isEqualTo(value);
  }

  @Property(tries = 500)
  void whatIsNotChangedStaysByteForByte(
      @ForAll @Size(max = 8) List<@From("lines") String> some,
      @ForAll("values") CfgValue value,
      @ForAll boolean lineFeed,
      @ForAll boolean endsInOne)
      throws CfgException {
    List<String> lines = some.stream().distinct().toList();
    String end = lineFeed ? "\n" : "\r\n";
    String before = String.join(end, lines) + (endsInOne && !lines.isEmpty() ? end : "");
    byte[] bytes = before.getBytes(StandardCharsets.UTF_8);
    CfgDocument document = CfgDocument.parse(FILE, bytes);
    assertThat(document.toBytes()).isEqualTo(bytes);

    CfgDocument changed = CfgDocument.parse(FILE, document.with("key", value).toBytes());
    List<String> expected = new ArrayList<>(before.lines().toList());
    List<String> actual =
        new ArrayList<>(new String(changed.toBytes(), StandardCharsets.UTF_8).lines().toList());
    actual.remove(changed.lineOf("key") - 1);
    if (document.lineOf("key") > 0) {
      expected.remove(document.lineOf("key") - 1);
    }
    assertThat(actual).isEqualTo(expected);
    assertThat(changed.values(FILE, name -> "").get("key")).isEqualTo(value);
    assertThat(changed.without("key").keys()).doesNotContain("key");
  }

  @Property(tries = 3000)
  void parsingEndsInADocumentOrItsException(@ForAll byte[] bytes) {
    parses(bytes);
  }

  @Property(tries = 3000)
  void parsingTextEndsInADocumentOrItsException(
      @ForAll("texts") String a, @ForAll("texts") String b) {
    parses((a + "=" + b).getBytes(StandardCharsets.UTF_8));
    parses(("# x\n" + a + b + "\n" + b + " = " + a).getBytes(StandardCharsets.UTF_8));
  }

  @Property(tries = 300)
  void aFileCutAnywhereIsAShorterOneOrRefused(
      @ForAll("configurations") Map<String, CfgValue> values) {
    byte[] whole = CfgDocument.of(values).toBytes();
    for (int length = 0; length < whole.length; length++) {
      parses(Arrays.copyOf(whole, length));
    }
  }

  private static void parses(byte[] bytes) {
    try {
      CfgDocument document = CfgDocument.parse(FILE, bytes);
      assertThat(document.toBytes()).isEqualTo(bytes);
      document.values(FILE, name -> "");
    } catch (CfgException e) {
      assertThat(e.problem().line()).isPositive();
      assertThat(e.problem().text()).isNotBlank();
    }
  }
}
