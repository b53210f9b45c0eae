package dev.talaria.guard.commands;

import dev.talaria.guard.shell.ShellWord;
import dev.talaria.guard.shell.ShellWord.Literal;
import dev.talaria.guard.shell.ShellWord.Opaque;
import dev.talaria.guard.shell.ShellWord.Part;
import dev.talaria.guard.shell.ShellWord.Substitution;
import dev.talaria.guard.shell.ShellWord.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Expands words as far as that can be done without running anything. */
final class WordExpander {
  private final Variables variables;
  private final boolean assigned;

  /**
   * @param assigned whether variables have the values that the script gives them
   */
  WordExpander(Variables variables, boolean assigned) {
    this.variables = variables;
    this.assigned = assigned;
  }

  List<Argument> expand(List<ShellWord> words) {
    List<Argument> all = new ArrayList<>();
    words.forEach(w -> all.addAll(expand(w)));
    return all;
  }

  /** Returns what a word becomes: none if it vanishes, several if an unquoted value has blanks. */
  List<Argument> expand(ShellWord word) {
    Builder out = new Builder();
    List<Part> parts = word.parts();
    for (int i = 0; i < parts.size(); i++) {
      Part part = parts.get(i);
      if (part instanceof Literal literal) {
        String text = literal.text();
        if (i == 0 && !literal.quoted() && text.startsWith("~")) {
          text = tilde(text, out);
        }
        out.append(text, literal.quoted());
      } else if (part instanceof Variable variable) {
        Optional<String> value = value(variable);
        if (value.isEmpty()) {
          out.unknown(variable.quoted());
        } else if (variable.quoted()) {
          out.append(value.get(), true);
        } else {
          out.split(value.get());
        }
      } else if (part instanceof Substitution substitution) {
        out.unknown(substitution.quoted());
      } else if (part instanceof Opaque opaque) {
        out.unknown(opaque.quoted());
      }
    }
    return out.finish();
  }

  /** Where the script says how words are split, nobody knows what an unquoted value becomes. */
  private Optional<String> value(Variable variable) {
    boolean splitAsUsual = variables.value("IFS", assigned).isPresent();
    return variable.quoted() || splitAsUsual
        ? variables.value(variable.name(), assigned)
        : Optional.empty();
  }

  private String tilde(String text, Builder out) {
    boolean own = text.length() == 1 || text.charAt(1) == '/';
    Optional<String> home = variables.value("HOME", assigned);
    if (own && home.isPresent()) {
      out.append(home.get(), true);
      return text.substring(1);
    }
    out.unknown(true);
    int slash = text.indexOf('/');
    return slash < 0 ? "" : text.substring(slash);
  }

  private static final class Builder {
    private final List<Argument> done = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private boolean present;
    private boolean known = true;
    private boolean pattern;
    private boolean splits;

    void append(String piece, boolean quoted) {
      present |= quoted || !piece.isEmpty();
      text.append(piece);
      if (!quoted) {
        pattern |= piece.chars().anyMatch(c -> c == '*' || c == '?' || c == '[');
        // {} stands for itself; {a,b} may become anything.
        boolean braces = piece.indexOf('{') >= 0 && !piece.contains("{}") && !piece.equals("{");
        known &= !braces;
        splits |= braces;
      }
    }

    void unknown(boolean quoted) {
      present = true;
      splits |= !quoted;
      known = false;
      text.append(Argument.UNKNOWN);
    }

    void split(String value) {
      String[] pieces = value.split("[ \t\n]", -1);
      for (int i = 0; i < pieces.length; i++) {
        if (i > 0) {
          flush();
        }
        append(pieces[i], false);
      }
    }

    List<Argument> finish() {
      flush();
      return done;
    }

    private void flush() {
      if (present) {
        done.add(new Argument(text.toString(), known, pattern, splits));
      }
      text.setLength(0);
      present = false;
      known = true;
      pattern = false;
      splits = false;
    }
  }
}
