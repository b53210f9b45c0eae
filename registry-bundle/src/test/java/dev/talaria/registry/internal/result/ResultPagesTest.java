package dev.talaria.registry.internal.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.registry.internal.result.ReadResult.Result;
import dev.talaria.registry.internal.result.ReadResult.Unit;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class ResultPagesTest {
  @Provide
  Arbitrary<String> texts() {
    return Arbitraries.of("a", "B", "\n", "\r\n", "\uD83D\uDE00", "needle", " ", "|")
        .list()
        .ofMaxSize(60)
        .map(parts -> String.join("", parts));
  }

  @Property(tries = 500)
  void pagesOfCharactersMakeTheWhole(
      @ForAll("texts") String text, @ForAll @IntRange(min = 1, max = 7) int limit) {
    ResultPages pages = new ResultPages(text);
    StringBuilder all = new StringBuilder();
    Optional<Integer> next = text.isEmpty() ? Optional.empty() : Optional.of(1);
    while (next.isPresent()) {
      Result page = pages.characters(next.get(), Optional.of(limit));
      all.append(page.content().orElseThrow());
      assertThat(page.next_offset().orElse(Integer.MAX_VALUE)).isGreaterThan(next.get());
      next = page.next_offset();
    }
    assertThat(all.toString()).isEqualTo(text);
  }

  @Property(tries = 500)
  void pagesOfLinesMakeTheWhole(
      @ForAll("texts") String text, @ForAll @IntRange(min = 1, max = 7) int limit) {
    ResultPages pages = new ResultPages(text);
    StringBuilder all = new StringBuilder();
    Optional<Integer> next = text.isEmpty() ? Optional.empty() : Optional.of(1);
    while (next.isPresent()) {
      Result page = pages.lines(next.get(), Optional.of(limit));
      for (String line : page.content().orElseThrow().split("(?<=\n)")) {
        all.append(line.substring(line.indexOf('|') + 1));
      }
      next = page.next_offset();
    }
    assertThat(all.toString())
        .isEqualTo(text.isEmpty() || text.endsWith("\n") ? text : text + "\n");
  }

  @Property(tries = 500)
  void everyPlaceIsFoundOnce(
      @ForAll("texts") String text,
      @ForAll("needles") String search,
      @ForAll @IntRange(min = 1, max = 3) int limit) {
    ResultPages pages = new ResultPages(text);
    int count = 0;
    Optional<Integer> next = Optional.of(1);
    while (next.isPresent()) {
      Result page = pages.find(search, Unit.characters, next.get(), Optional.of(limit));
      for (var finding : page.findings().orElseThrow()) {
        assertThat(text.substring(finding.character() - 1)).startsWithIgnoringCase(search);
        assertThat(finding.line())
            .isEqualTo(
                1
                    + (int)
                        text.substring(0, finding.character() - 1)
                            .chars()
                            .filter(c -> c == '\n')
                            .count());
        count++;
      }
      next = page.next_offset();
    }
    int expected = 0;
    String lower = text.toLowerCase(java.util.Locale.ROOT);
    String needle = search.toLowerCase(java.util.Locale.ROOT);
    for (int at = lower.indexOf(needle);
        at >= 0;
        at = lower.indexOf(needle, at + needle.length())) {
      expected++;
    }
    assertThat(count).isEqualTo(expected);
    assertThat(pages.find(search, Unit.lines, 1, Optional.empty()).findings().orElseThrow().size())
        .isLessThanOrEqualTo(expected);
  }

  @Provide
  Arbitrary<String> needles() {
    return Arbitraries.of("NEEDLE", "a", "b", "\n", "ab");
  }
}
