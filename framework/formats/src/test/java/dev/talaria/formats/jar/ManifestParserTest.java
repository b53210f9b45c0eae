package dev.talaria.formats.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.Manifest;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestParserTest {
  @Test
  void joinsContinuedLinesAndStopsAtTheBlankOne() throws Exception {
    Map<String, String> headers =
        parse("Manifest-Version: 1.0\r\nLong: ab\r\n cd\r\n ef\r\n\r\nName: x\r\nLong: other\r\n");

    assertThat(headers).containsEntry("long", "abcdef").doesNotContainKey("Name");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Fragment-Host: a\nFRAGMENT-HOST: b\n",
        " leading: 1\n",
        "no colon\n",
        "NoSpace:1\n",
        "Ba d: 1\n",
        "A: nul\0l\n",
        "A: \u000b1\n"
      })
  void refusesWhatReadersTakeDifferently(String manifest) {
    assertThatThrownBy(() -> parse(manifest)).isInstanceOf(InvalidManifestException.class);
  }

  @Test
  void refusesBytesThatAreNoText() {
    assertThatThrownBy(() -> ManifestParser.parse(new byte[] {'A', ':', ' ', (byte) 0xff}))
        .hasMessageContaining("UTF-8");
  }

  @Property
  void readsWhatJavaWrites(@ForAll("headers") Map<String, String> headers) throws Exception {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    headers.forEach(manifest.getMainAttributes()::putValue);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    manifest.write(bytes);

    assertThat(ManifestParser.parse(bytes.toByteArray())).containsAllEntriesOf(headers);
  }

  /** What both accept they read alike. */
  @Property(tries = 5000)
  void agreesWithJava(@ForAll("manifestLikeText") String text) throws Exception {
    byte[] bytes = ("Manifest-Version: 1.0\n" + text + "\n").getBytes(StandardCharsets.UTF_8);
    Map<String, String> headers;
    try {
      headers = ManifestParser.parse(bytes);
    } catch (InvalidManifestException e) {
      return;
    }
    Attributes other;
    try {
      other = new Manifest(new ByteArrayInputStream(bytes)).getMainAttributes();
    } catch (IOException e) {
      return; // Java reads the other sections too and dislikes one of them.
    }
    assertThat(headers).hasSize(other.size());
    headers.forEach((name, value) -> assertThat(other.getValue(name).strip()).isEqualTo(value));
  }

  @Provide
  Arbitrary<Map<String, String>> headers() {
    return Arbitraries.maps(
            Arbitraries.strings()
                .alpha()
                .ofMinLength(2)
                .ofMaxLength(10)
                .map(n -> "X-" + n.toLowerCase(java.util.Locale.ROOT)),
            Arbitraries.strings().withChars("abc,;=\"é() ").ofMaxLength(200).map(String::strip))
        .ofMaxSize(6);
  }

  @Provide
  Arbitrary<String> manifestLikeText() {
    return Arbitraries.of("A: 1", "Bb: x", " cont", "\n", "\r\n", "\r", "Name: y", "a: 2", ":", " ")
        .list()
        .ofMaxSize(8)
        .map(parts -> String.join("", parts));
  }

  private static Map<String, String> parse(String manifest) throws InvalidManifestException {
    return ManifestParser.parse(manifest.getBytes(StandardCharsets.UTF_8));
  }
}
