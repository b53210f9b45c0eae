package dev.talaria.guard.shell;

import dev.talaria.guard.shell.ShellToken.Operator;
import dev.talaria.guard.shell.ShellToken.Redirection;
import dev.talaria.guard.shell.ShellToken.Word;
import dev.talaria.guard.shell.ShellWord.Opaque;
import dev.talaria.guard.shell.ShellWord.Part;
import dev.talaria.guard.shell.ShellWord.Substitution;
import java.util.ArrayList;
import java.util.List;

/**
 * One simple command: what stands between two operators, with the reserved words in front of it.
 *
 * @param words in order, assignments included
 * @param redirections in order
 */
public record ShellCommand(List<ShellWord> words, List<Redirection> redirections) {
  public ShellCommand {
    words = List.copyOf(words);
    redirections = List.copyOf(redirections);
  }

  /** Returns all commands of a script, those in substitutions included, wherever they stand. */
  public static List<ShellCommand> all(List<ShellToken> script) {
    List<ShellCommand> commands = new ArrayList<>();
    collect(script, commands);
    return commands;
  }

  /** Returns the commands in the substitutions of a word. */
  public static List<ShellCommand> in(ShellWord word) {
    List<ShellCommand> commands = new ArrayList<>();
    nested(word.parts(), commands);
    return commands;
  }

  private static void collect(List<ShellToken> script, List<ShellCommand> into) {
    List<ShellWord> words = new ArrayList<>();
    List<Redirection> redirections = new ArrayList<>();
    int depth = 0;
    for (ShellToken token : script) {
      if (token instanceof Word word) {
        words.add(word.word());
        nested(word.word().parts(), into);
      } else if (token instanceof Redirection redirection) {
        redirections.add(redirection);
        nested(redirection.target().parts(), into);
        redirection.document().ifPresent(d -> nested(d.parts(), into));
      } else if (token instanceof Operator operator) {
        depth += operator.symbol().equals("(") ? 1 : 0;
        if (operator.symbol().equals(")") && --depth < 0) {
          depth = 0;
          dropPattern(words);
        }
        finish(words, redirections, into);
      }
    }
    finish(words, redirections, into);
  }

  /** What a lone parenthesis closes is a pattern of {@code case}, which runs nothing. */
  private static void dropPattern(List<ShellWord> words) {
    boolean begins = !words.isEmpty() && words.get(0).bare().filter("case"::equals).isPresent();
    if (begins || words.size() == 1) {
      words.clear();
    }
  }

  private static void nested(List<Part> parts, List<ShellCommand> into) {
    for (Part part : parts) {
      if (part instanceof Substitution substitution) {
        collect(substitution.script(), into);
      } else if (part instanceof Opaque opaque) {
        nested(opaque.inner(), into);
      }
    }
  }

  private static void finish(
      List<ShellWord> words, List<Redirection> redirections, List<ShellCommand> into) {
    if (!words.isEmpty() || !redirections.isEmpty()) {
      into.add(new ShellCommand(words, redirections));
    }
    words.clear();
    redirections.clear();
  }
}
