package dev.talaria.guard.shell;

import dev.talaria.guard.shell.ShellToken.Operator;
import dev.talaria.guard.shell.ShellToken.Redirection;
import dev.talaria.guard.shell.ShellToken.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A script without surprises: commands whose every word is literal, joined by a few operators. What
 * it runs is what it says.
 *
 * @param commands the words of each, in order; never empty
 */
public record PlainScript(List<List<String>> commands) {
  private static final Set<String> RESERVED =
      Set.of(
          "if",
          "then",
          "elif",
          "else",
          "fi",
          "do",
          "done",
          "while",
          "until",
          "for",
          "case",
          "esac",
          "function",
          "select",
          "time",
          "coproc",
          "!",
          "{",
          "}",
          "[[",
          "in");

  public PlainScript {
    commands = commands.stream().map(List::copyOf).toList();
  }

  /**
   * Reads a script.
   *
   * @param operators that may join commands
   * @throws ShellSyntaxException if it is more than that; the message names what it is
   */
  public static PlainScript read(String script, Set<String> operators) throws ShellSyntaxException {
    List<List<String>> commands = new ArrayList<>();
    List<String> words = new ArrayList<>();
    for (ShellToken token : ShellReader.read(script.strip())) {
      if (token instanceof Word word) {
        words.add(plain(word.word(), words.isEmpty()));
      } else if (token instanceof Redirection redirection) {
        if (!isHarmless(redirection)) {
          throw new ShellSyntaxException("a redirection ('" + redirection.symbol() + "')");
        }
      } else if (token instanceof Operator operator) {
        if (!operators.contains(operator.symbol()) || words.isEmpty()) {
          throw new ShellSyntaxException("the operator '" + operator.symbol() + "'");
        }
        commands.add(List.copyOf(words));
        words.clear();
      }
    }
    if (words.isEmpty()) {
      throw new ShellSyntaxException("no command");
    }
    commands.add(words);
    return new PlainScript(commands);
  }

  private static String plain(ShellWord word, boolean first) throws ShellSyntaxException {
    String text =
        word.plain()
            .orElseThrow(
                () ->
                    new ShellSyntaxException(
                        "an expansion or pattern (put it in single quotes if it is text)"));
    if (first && RESERVED.contains(text)) {
      throw new ShellSyntaxException("the reserved word '" + text + "'");
    }
    if (first && text.indexOf('=') >= 0) {
      throw new ShellSyntaxException("an assignment");
    }
    return text;
  }

  /** Error output may join the output or go nowhere. */
  private static boolean isHarmless(Redirection redirection) {
    String target = redirection.target().plain().orElse("");
    return redirection.document().isEmpty()
        && ((redirection.symbol().equals(">&")
                && redirection.descriptor().equals("2")
                && target.equals("1"))
            || (redirection.symbol().equals(">") && target.equals("/dev/null")));
  }
}
