package dev.talaria.guard.paths;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * In random trees of folders and links, no path that is allowed leads out, by the system's word.
 */
class PathEscapeTest {
  record Link(String at, String to) {}

  @Provide
  Arbitrary<List<Link>> links() {
    Arbitrary<String> places =
        Arbitraries.of("work/a", "work/b", "work/d/a", "work/d/e/c", "out/a", "out/b", "work/d/b");
    Arbitrary<String> targets =
        Arbitraries.of(
            "..",
            "../..",
            "a",
            "b",
            "d",
            "d/e",
            "../out",
            "../../out",
            ".",
            "d/../..",
            "../work",
            "e/../../../out",
            "/",
            "%T/out",
            "%T/work/d",
            "%T/work/../out",
            "new/x",
            "../../../out/secret",
            "/proc/self/cwd",
            "/proc/self/root");
    return Combinators.combine(places, targets).as(Link::new).list().ofMaxSize(7);
  }

  @Provide
  Arbitrary<List<String>> paths() {
    Arbitrary<String> parts =
        Arbitraries.of(
            "a", "b", "c", "d", "e", "..", ".", "", "out", "work", "secret", "new", "...");
    return parts.list().ofMinSize(1).ofMaxSize(8).map(p -> String.join("/", p)).list().ofSize(20);
  }

  @Property(tries = 150)
  void nothingAllowedIsOutside(
      @ForAll("links") List<Link> links, @ForAll("paths") List<String> paths) throws IOException {
    Path temp = Files.createTempDirectory("escape").toRealPath();
    try {
      Path root = build(temp, links);
      PathPolicy policy = PathPolicy.of(List.of(root), DenyRules.builder().build());
      for (String path : paths) {
        for (String form : List.of(path, "/" + path, temp + "/" + path, root + "/" + path)) {
          if (policy.decide(form, Access.WRITE) instanceof PathDecision.Allowed allowed) {
            assertInside(root, allowed, form);
          }
        }
      }
    } finally {
      delete(temp);
    }
  }

  private static void assertInside(Path root, PathDecision.Allowed allowed, String form)
      throws IOException {
    Path path = allowed.path();
    assertThat(path).as(form).startsWithRaw(root).isNormalized();
    Path existing = path;
    while (!Files.exists(existing, java.nio.file.LinkOption.NOFOLLOW_LINKS)) {
      existing = existing.getParent();
    }
    assertThat(existing.toRealPath()).as(form).isEqualTo(existing).startsWith(root);
    // What the system itself makes of the caller's own words, if it can.
    Path asked = root.resolve(form);
    if (Files.exists(asked)) {
      assertThat(asked.toRealPath()).as(form).isEqualTo(path);
    }
  }

  private static Path build(Path temp, List<Link> links) throws IOException {
    Path root = Files.createDirectories(temp.resolve("work"));
    Files.createDirectories(temp.resolve("work/d/e"));
    Files.createDirectories(temp.resolve("out"));
    Files.writeString(temp.resolve("out/secret"), "s");
    for (Link link : links) {
      try {
        Path target = Path.of(link.to().replace("%T", temp.toString()));
        Files.createSymbolicLink(temp.resolve(link.at()), target);
      } catch (FileAlreadyExistsException e) {
        continue;
      }
    }
    return root;
  }

  private static void delete(Path temp) throws IOException {
    List<Path> all = new ArrayList<>();
    try (Stream<Path> walk = Files.walk(temp)) {
      walk.sorted(Comparator.reverseOrder()).forEach(all::add);
    }
    for (Path path : all) {
      Files.delete(path);
    }
  }
}
