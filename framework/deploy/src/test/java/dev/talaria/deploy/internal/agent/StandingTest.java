package dev.talaria.deploy.internal.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.deploy.internal.store.Content;
import dev.talaria.formats.dropped.DroppedKind;
import dev.talaria.formats.jar.BundleManifest;
import dev.talaria.formats.jar.InvalidManifestException;
import dev.talaria.formats.jar.JarSignature;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class StandingTest {
  private final Candidate old = candidate("old.jar", "1.9.0", 3);
  private final Candidate recent = candidate("new.jar", "1.10.0", 1);

  @Test
  void theHighestVersionStands() {
    assertThat(target(List.of(old, recent), Set.of(), Optional.empty(), Optional.empty()))
        .contains(recent.content());
  }

  @Test
  void ofEqualVersionsTheOneTakenLastStands() {
    Candidate later = candidate("a.jar", "1.10.0", 2);

    assertThat(target(List.of(recent, later), Set.of(), Optional.empty(), Optional.empty()))
        .contains(later.content());
  }

  @Test
  void whenTheFirstIsBlockedWhatRunsGoesOn() {
    Content running = content("1.5.0", "running");
    Set<String> blocked = Set.of(recent.sha256());

    assertThat(target(List.of(recent), blocked, Optional.of(running), Optional.of(old.content())))
        .contains(running);
    assertThat(target(List.of(recent), blocked, Optional.empty(), Optional.of(old.content())))
        .contains(old.content());
    assertThat(target(List.of(recent, old), blocked, Optional.empty(), Optional.empty()))
        .contains(old.content());
    assertThat(target(List.of(recent), blocked, Optional.empty(), Optional.empty())).isEmpty();
  }

  @Test
  void withoutAFileNothingStands() {
    assertThat(target(List.of(), Set.of(), Optional.of(old.content()), Optional.of(old.content())))
        .isEmpty();
  }

  /** In whatever order the files are found, the same one stands; and never a blocked one. */
  @Property
  void theOrderOfTheFilesDoesNotMatter(
      @ForAll("candidates") List<Candidate> files, @ForAll long seed, @ForAll boolean blockFirst) {
    List<Candidate> shuffled = new ArrayList<>(files);
    Collections.shuffle(shuffled, new Random(seed));
    Set<String> blocked =
        blockFirst && !files.isEmpty() ? Set.of(files.get(0).sha256()) : Set.<String>of();

    Optional<Content> one = target(files, blocked, Optional.empty(), Optional.empty());
    Optional<Content> other = target(shuffled, blocked, Optional.empty(), Optional.empty());

    assertThat(one).isEqualTo(other);
    one.ifPresent(content -> assertThat(blocked).doesNotContain(content.sha256()));
  }

  @Provide
  Arbitrary<List<Candidate>> candidates() {
    Arbitrary<String> version = Arbitraries.of("0.9.0", "1.0.0", "1.0.0.a", "1.2.0", "1.10.0");
    return Combinators.combine(version, Arbitraries.longs().between(1, 3))
        .as((number, taken) -> Map.entry(number, taken))
        .list()
        .ofMaxSize(6)
        .map(
            rows -> {
              List<Candidate> candidates = new ArrayList<>();
              for (Map.Entry<String, Long> row : rows) {
                candidates.add(
                    candidate("f" + candidates.size() + ".jar", row.getKey(), row.getValue()));
              }
              return candidates;
            });
  }

  private static Optional<Content> target(
      List<Candidate> files,
      Set<String> blocked,
      Optional<Content> running,
      Optional<Content> good) {
    List<Candidate> ranked = new ArrayList<>(files);
    ranked.sort(Candidate.RANK);
    return Standing.target(
        ranked, content -> blocked.contains(content.sha256()), running, () -> good);
  }

  private static Candidate candidate(String file, String version, long taken) {
    return new Candidate(file, content(version, file), taken);
  }

  private static Content content(String version, String sha256) {
    try {
      return new Content(
          sha256,
          BundleManifest.of(
              Map.of(
                  "Bundle-ManifestVersion", "2",
                  "Bundle-SymbolicName", "a",
                  "Bundle-Version", version)),
          new JarSignature.Unsigned(),
          List.of(),
          DroppedKind.BUNDLE);
    } catch (InvalidManifestException e) {
      throw new IllegalArgumentException(e);
    }
  }
}
