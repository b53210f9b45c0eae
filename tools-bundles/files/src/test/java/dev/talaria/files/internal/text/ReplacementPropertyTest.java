package dev.talaria.files.internal.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.files.internal.text.Replacement.Outcome;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class ReplacementPropertyTest {
  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of("a", "b", " ", "  ", "\t", "\n", "\r\n", "ab", "}", "é")
        .list()
        .ofMaxSize(25)
        .map(parts -> String.join("", parts));
  }

  /** What is replaced by itself is unchanged, however it was found, apart from its white space. */
  @Property(tries = 2000)
  void onlyThePassageChanges(@ForAll("texts") String text, @ForAll("texts") String passage) {
    if (passage.isEmpty()) {
      return;
    }
    Outcome outcome = Replacement.apply(text, passage, passage, false);
    if (outcome instanceof Outcome.Replaced replaced) {
      assertThat(replaced.count()).isEqualTo(1);
      if (replaced.exact()) {
        assertThat(replaced.text()).isEqualTo(text);
      } else {
        assertThat(replaced.text().replaceAll("\\s+", "")).isEqualTo(text.replaceAll("\\s+", ""));
      }
    }
  }

  /** A passage that stands once is found, wherever it stands. */
  @Property(tries = 1000)
  void whatIsThereOnceIsReplaced(@ForAll("texts") String before, @ForAll("texts") String after) {
    Outcome outcome = Replacement.apply(before + "<x>" + after, "<x>", "<y>", false);
    assertThat(outcome).isEqualTo(new Outcome.Replaced(before + "<y>" + after, 1, true));
  }

  /** Every line of any text comes out of the scanner as the JDK sees it. */
  @Property(tries = 1000)
  void theScannerSeesAllLines(@ForAll("texts") String text) throws Exception {
    LineScanner scanner =
        new LineScanner(
            new java.io.ByteArrayInputStream(
                text.getBytes(java.nio.charset.StandardCharsets.UTF_8)),
            1000);
    java.util.ArrayList<String> lines = new java.util.ArrayList<>();
    for (LineScanner.Line line = scanner.next(); line != null; line = scanner.next()) {
      lines.add(line.text());
    }
    List<String> expected = text.lines().toList();
    assertThat(lines).isEqualTo(expected);
  }
}
