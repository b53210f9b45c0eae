package dev.talaria.guard.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.talaria.guard.commands.CommandDecision;
import dev.talaria.guard.commands.CommandPolicy;
import dev.talaria.guard.commands.CommandScope;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever it is given, the reader ends, with tokens or with its own exception. */
class ShellReaderFuzzTest {
  private final CommandPolicy policy =
      new CommandPolicy(
          new CommandScope(Path.of("/home/user"), java.util.Optional.empty(), List.of(), Set.of()));

  @Provide
  Arbitrary<String> scripts() {
    return Arbitraries.of(
            "rm", " ", "-rf", "/", "'", "\"", "\\", "\n", "`", "$", "$(", ")", "(", "{", "}", "${",
            "$((", "))", ";", "&", "|", "<", ">", "<<E\n", "E\n", "#", "a=", "~", "*", "[[", "]]",
            "case", "in", "esac", "do", "$'", "\\x41", "sh -c ", "eval ", "é", "\0", "x")
        .list()
        .ofMaxSize(40)
        .map(parts -> String.join("", parts));
  }

  @Property(tries = 3000)
  void endsOnAnything(@ForAll("scripts") String script) {
    try {
      assertThat(ShellReader.read(script)).isNotNull();
    } catch (ShellSyntaxException e) {
      assertThat(e.getMessage()).isNotBlank();
    }
    assertThat(policy.decide(script, Path.of("/tmp"))).isNotNull();
  }

  @Property(tries = 500)
  void endsOnAnyText(@ForAll String script) {
    assertThat(policy.decide(script, Path.of("/tmp"))).isNotNull();
  }

  /** A word in single quotes is itself, whatever it holds. */
  @Property(tries = 500)
  void quotingIsUndone(@ForAll List<String> words) throws Exception {
    List<String> usable = words.stream().filter(w -> w.indexOf('\0') < 0).toList();
    String script =
        usable.stream()
            .map(w -> "'" + w.replace("'", "'\\''") + "'")
            .collect(Collectors.joining(" "));
    List<String> read =
        ShellReader.read(script).stream()
            .map(t -> ((ShellToken.Word) t).word().plain().orElseThrow())
            .toList();
    assertThat(read).isEqualTo(usable);
  }

  /** However a forbidden command is wrapped in what is understood, it is found. */
  @Property(tries = 1000)
  void wrappingHidesNothing(@ForAll("wrappers") List<String> wrappers) {
    String script = "rm -rf /";
    for (String wrapper : wrappers) {
      script = wrapper.replace("%q", "'" + script.replace("'", "'\\''") + "'").replace("%", script);
    }
    assertThat(policy.decide(script, Path.of("/tmp/x")))
        .as(script)
        .isInstanceOf(CommandDecision.Refused.class);
  }

  @Provide
  Arbitrary<List<String>> wrappers() {
    return Arbitraries.of(
            "(%)",
            "{ %; }",
            "true; %",
            "% | cat",
            "$( % )",
            "echo \"$( % )\"",
            "sh -c %q",
            "eval %q",
            "bash -ec %q",
            "true && %",
            "if true; then %\nfi",
            "while %; do :; done",
            "f() { %\n}",
            "X=$( % )",
            "cat <<E\n$( % )\nE\n",
            "trap %q EXIT",
            "sudo sh -c %q",
            "<(%)")
        .list()
        .ofMaxSize(4);
  }

  @Property(tries = 5)
  void deepNestingIsRefusedNotFatal() {
    String deep = "$(".repeat(20_000) + "x" + ")".repeat(20_000);
    assertThat(policy.decide(deep, Path.of("/tmp"))).isInstanceOf(CommandDecision.Refused.class);
    String braces = "${a:-".repeat(15_000);
    assertThat(policy.decide(braces, Path.of("/tmp"))).isInstanceOf(CommandDecision.Refused.class);
    assertThat(policy.decide("(".repeat(50_000), Path.of("/tmp")))
        .isInstanceOf(CommandDecision.Refused.class);
    assertThat(policy.decide("x".repeat(200_000), Path.of("/tmp")))
        .isInstanceOf(CommandDecision.Refused.class);
  }
}
