package dev.talaria.guard.commands;

import dev.talaria.guard.shell.ShellToken;
import dev.talaria.guard.shell.ShellToken.Operator;
import dev.talaria.guard.shell.ShellToken.Word;
import dev.talaria.guard.shell.ShellWord.Opaque;
import dev.talaria.guard.shell.ShellWord.Part;
import dev.talaria.guard.shell.ShellWord.Substitution;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Recognises functions that start themselves again beside themselves: fork bombs. */
final class SelfStarting {
  private static final Set<String> FORKS = Set.of("|", "|&", "&");

  private SelfStarting() {}

  static boolean isIn(List<ShellToken> script) {
    List<ShellToken> flat = new ArrayList<>();
    flatten(script, flat);
    for (int i = 0; i < flat.size(); i++) {
      String name = definedAt(flat, i);
      if (name != null && bodyForks(flat, i + 1, name)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the function whose definition begins at this token, or null. */
  private static String definedAt(List<ShellToken> flat, int i) {
    String text = word(flat, i);
    if (text == null) {
      return null;
    }
    boolean posix = isOperator(flat, i + 1, "(") && isOperator(flat, i + 2, ")");
    boolean keyword = i > 0 && "function".equals(word(flat, i - 1));
    return posix || keyword ? text : null;
  }

  /** The body is taken to reach to the end of the script: later calls count as well. */
  private static boolean bodyForks(List<ShellToken> flat, int from, String name) {
    boolean again = false;
    boolean forks = false;
    int depth = 0;
    for (int i = from; i < flat.size(); i++) {
      String text = word(flat, i);
      if ("{".equals(text)) {
        depth++;
      } else if ("}".equals(text) && --depth == 0) {
        break;
      }
      again |= name.equals(text);
      forks |= flat.get(i) instanceof Operator operator && FORKS.contains(operator.symbol());
    }
    return again && forks;
  }

  private static String word(List<ShellToken> flat, int i) {
    return i < flat.size() && flat.get(i) instanceof Word word
        ? word.word().plain().orElse(bare(word))
        : null;
  }

  /** A brace is no plain word, since braces expand. */
  private static String bare(Word word) {
    return word.word().parts().size() == 1
            && word.word().parts().get(0)
                instanceof dev.talaria.guard.shell.ShellWord.Literal literal
        ? literal.text()
        : "";
  }

  private static boolean isOperator(List<ShellToken> flat, int i, String symbol) {
    return i < flat.size()
        && flat.get(i) instanceof Operator operator
        && operator.symbol().equals(symbol);
  }

  private static void flatten(List<ShellToken> script, List<ShellToken> into) {
    for (ShellToken token : script) {
      into.add(token);
      if (token instanceof Word word) {
        flattenParts(word.word().parts(), into);
      }
    }
  }

  private static void flattenParts(List<Part> parts, List<ShellToken> into) {
    for (Part part : parts) {
      if (part instanceof Substitution substitution) {
        flatten(substitution.script(), into);
      } else if (part instanceof Opaque opaque) {
        flattenParts(opaque.inner(), into);
      }
    }
  }
}
