package dev.talaria.formats.cfg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CfgDocumentTest {
  private static CfgDocument parse(String text) throws CfgException {
    return CfgDocument.parse("etc/x.cfg", text.getBytes(StandardCharsets.UTF_8));
  }

  private static CfgValue read(String rawValue) throws CfgException {
    return parse("k = " + rawValue).values("etc/x.cfg", Map.of("HOME", "a, b ")::get).get("k");
  }

  private static String text(CfgDocument document) {
    return new String(document.toBytes(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "true|true",
        "two words|two words",
        "a = b # no comment|a = b # no comment",
        "a\\, b|a, b",
        "C:\\\\dir|C:\\dir",
        "\\u0020true|~ true~",
        "\\[]|[]",
        "caf\\u00e9 é|café é",
        "~a\t \t~|a",
        "\\${env:HOME}|${env:HOME}",
        "$HOME and 5$|$HOME and 5$",
        "<${env:HOME}>|<a, b >",
        "${env:HOME}|~a, b ~",
      })
  void readsAPlainValue(String raw, String value) throws CfgException {
    assertThat(read(raw)).isEqualTo(CfgValue.of(value));
  }

  @Test
  void readsLists() throws CfgException {
    assertThat(read("a,b")).isEqualTo(CfgValue.of(List.of("a", "b")));
    assertThat(read(" a , b , ")).isEqualTo(CfgValue.of(List.of("a", "b")));
    assertThat(read("a,")).isEqualTo(CfgValue.of(List.of("a")));
    assertThat(read(",")).isEqualTo(CfgValue.of(List.of("")));
    assertThat(read("a,,b\\,c")).isEqualTo(CfgValue.of(List.of("a", "", "b,c")));
    assertThat(read("[]")).isEqualTo(CfgValue.of(List.of()));
    assertThat(read("[],")).isEqualTo(CfgValue.of(List.of("[]")));
    assertThat(read("")).isEqualTo(CfgValue.of(""));
    assertThat(read("${env:HOME},c")).isEqualTo(CfgValue.of(List.of("a, b ", "c")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "k = a\\",
        "k = \\d",
        "k = \\u12",
        "k = \\u00g0",
        "k = ${env:}",
        "k = ${env:A",
        "k = ${HOME}",
        "k = ${env:A B}",
        "k = ${",
        "allow_tool_overr",
        "= value",
        "a = \u0000\u0000",
        "# a\rallow = true",
        "k = 1\nK = 2",
        "\\z = 1",
      })
  void refusesWhatIsOnlyHalfUnderstood(String lines) {
    assertThatThrownBy(() -> parse("# first\n" + lines))
        .isInstanceOf(CfgException.class)
        .hasMessageMatching("(?s)etc/x\\.cfg, line [23](, key \\w+)?: .+");
  }

  @Test
  void namesFileKeyAndLineOfAProblem() {
    assertThatThrownBy(() -> parse("\n# c\nurl = \\x\n"))
        .isInstanceOfSatisfying(
            CfgException.class,
            e -> {
              assertThat(e.problem().file()).isEqualTo("etc/x.cfg");
              assertThat(e.problem().line()).isEqualTo(3);
              assertThat(e.problem().key()).isEqualTo("url");
            });
  }

  @Test
  void refusesTextThatIsNotUtf8AndNamesTheLine() {
    byte[] latin = "a = 1\nname = caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> CfgDocument.parse("etc/x.cfg", latin))
        .isInstanceOf(CfgException.class)
        .hasMessageContaining("etc/x.cfg, line 2: this is no UTF-8 text");
  }

  @Test
  void namesAVariableThatIsNotSet() throws CfgException {
    CfgDocument document = parse("\nurl = http://${env:NOWHERE}/\n");
    assertThatThrownBy(() -> document.values("etc/x.cfg", name -> null))
        .isInstanceOf(CfgException.class)
        .hasMessage("etc/x.cfg, line 2, key url: the environment variable NOWHERE is not set");
  }

  @Test
  void toleratesAByteOrderMarkAndKeepsIt() throws CfgException {
    CfgDocument document = parse("\uFEFFa = 1\n");
    assertThat(document.keys()).containsExactly("a");
    assertThat(text(document.with("a", CfgValue.of("2")))).isEqualTo("\uFEFFa = 2\n");
  }

  @Test
  void changesOnlyTheLineOfTheKey() throws CfgException {
    String before = "# policy\r\n\r\n  Allow=false   \r\n! old\r\nb   =  x, y\r\nc = ${env:C}";
    CfgDocument after =
        parse(before)
            .with("allow", CfgValue.of("true"))
            .with("d", CfgValue.of(List.of("one")))
            .without("B");
    assertThat(text(after))
        .isEqualTo("# policy\r\n\r\n  Allow=true\r\n! old\r\nc = ${env:C}\r\nd = one,\r\n");
    assertThat(after.lineOf("d")).isEqualTo(6);
    assertThat(after.lineOf("b")).isZero();
  }

  @Test
  void emptiesAndRefillsAValue() throws CfgException {
    CfgDocument emptied = parse("a = 1\n").with("a", CfgValue.of(""));
    assertThat(text(emptied)).isEqualTo("a =\n");
    assertThat(text(emptied.with("a", CfgValue.of("2")))).isEqualTo("a = 2\n");
  }

  @Test
  void takesThePropertiesOfConfigAdmin() {
    assertThat(CfgValue.ofProperty(Boolean.TRUE)).isEqualTo(CfgValue.of("true"));
    assertThat(CfgValue.ofProperty(1)).isEqualTo(CfgValue.of("1"));
    assertThat(CfgValue.ofProperty(new int[] {1, 2})).isEqualTo(CfgValue.of(List.of("1", "2")));
    assertThat(CfgValue.ofProperty(new String[0])).isEqualTo(CfgValue.of(List.of()));
    assertThat(CfgValue.ofProperty(List.of(true))).isEqualTo(CfgValue.of(List.of("true")));
    assertThatThrownBy(() -> CfgValue.ofProperty(Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CfgValue.ofProperty(new Object[] {null}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
