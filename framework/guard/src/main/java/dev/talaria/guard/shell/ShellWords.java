package dev.talaria.guard.shell;

import dev.talaria.guard.shell.ShellWord.Literal;
import dev.talaria.guard.shell.ShellWord.Opaque;
import dev.talaria.guard.shell.ShellWord.Part;
import dev.talaria.guard.shell.ShellWord.Substitution;
import dev.talaria.guard.shell.ShellWord.Variable;
import java.util.ArrayList;
import java.util.List;

/** Reads words: quotes, escapes and expansions. */
final class ShellWords {
  private static final String METACHARACTERS = " \t\n;&|()<>";

  private final ShellCursor in;
  private String lastSource = "";

  ShellWords(ShellCursor in) {
    this.in = in;
  }

  /** Returns the source of the word read last. */
  String lastSource() {
    return lastSource;
  }

  ShellWord read() throws ShellSyntaxException {
    Collector parts = new Collector();
    int start = in.position();
    while (!in.atEnd()) {
      char c = in.peek();
      boolean process = (c == '<' || c == '>') && in.peek(1) == '(';
      if (METACHARACTERS.indexOf(c) >= 0 && !process) {
        break;
      }
      in.next();
      switch (c) {
        case '\'' -> parts.literal(singleQuoted(), true);
        case '"' -> quoted(parts, '"');
        case '\\' -> parts.literal(in.exhausted() ? "\\" : String.valueOf(in.nextRaw()), true);
        case '`' -> parts.add(backquoted(false));
        case '$' -> dollar(parts, false);
        case '<', '>' -> {
          in.next();
          parts.add(new Opaque("", List.of(substitution(false)), false));
        }
        default -> parts.literal(String.valueOf(c), false);
      }
    }
    lastSource = in.since(start).replace("\\\n", "");
    if (lastSource.isEmpty()) {
      throw new ShellSyntaxException("an unexpected '" + in.peek() + "'");
    }
    return parts.word();
  }

  /** Reads the lines of a here-document, in which only expansions mean something. */
  static ShellWord readDocument(String body, int depth) throws ShellSyntaxException {
    ShellCursor in = new ShellCursor(body, depth);
    in.enter();
    Collector parts = new Collector();
    new ShellWords(in).quoted(parts, '\0');
    return parts.word();
  }

  private String singleQuoted() throws ShellSyntaxException {
    StringBuilder text = new StringBuilder();
    while (!in.exhausted()) {
      char c = in.nextRaw();
      if (c == '\'') {
        return text.toString();
      }
      text.append(c);
    }
    throw new ShellSyntaxException("a quote is not closed");
  }

  /** Reads to the closing character; NUL as such means the end of the text. */
  private void quoted(Collector parts, char closing) throws ShellSyntaxException {
    parts.literal("", true);
    while (!in.atEnd()) {
      char c = in.next();
      if (c == closing) {
        return;
      }
      switch (c) {
        case '\\' -> {
          char escaped = in.exhausted() ? '\\' : in.peek();
          if ("$`\"\\".indexOf(escaped) >= 0) {
            in.next();
            parts.literal(String.valueOf(escaped), true);
          } else {
            parts.literal("\\", true);
          }
        }
        case '`' -> parts.add(backquoted(true));
        case '$' -> dollar(parts, true);
        default -> parts.literal(String.valueOf(c), true);
      }
    }
    if (closing != '\0') {
      throw new ShellSyntaxException("a quote is not closed");
    }
  }

  private Part backquoted(boolean inQuotes) throws ShellSyntaxException {
    StringBuilder script = new StringBuilder();
    while (!in.exhausted()) {
      char c = in.nextRaw();
      if (c == '`') {
        return new Substitution(ShellReader.nested(script.toString(), in.depth()), inQuotes);
      }
      if (c == '\\' && !in.exhausted()) {
        char escaped = in.nextRaw();
        if ("$`\\".indexOf(escaped) < 0 && !(inQuotes && escaped == '"')) {
          script.append('\\');
        }
        script.append(escaped);
      } else {
        script.append(c);
      }
    }
    throw new ShellSyntaxException("a backquote is not closed");
  }

  private void dollar(Collector parts, boolean quoted) throws ShellSyntaxException {
    if (in.atEnd()) {
      parts.literal("$", true);
      return;
    }
    char c = in.peek();
    if (c == '(') {
      in.next();
      if (!arithmetic(parts, quoted)) {
        parts.add(substitution(quoted));
      }
    } else if (c == '{') {
      in.next();
      parts.add(braced(quoted));
    } else if (c == '\'' && !quoted) {
      in.next();
      parts.literal(AnsiQuote.read(in), true);
    } else if (c == '"' && !quoted) {
      in.next();
      quoted(parts, '"');
    } else if (c == '[') {
      throw new ShellSyntaxException("'$[' is an obsolete expansion");
    } else if (Character.isLetter(c) || c == '_') {
      StringBuilder name = new StringBuilder();
      while (!in.atEnd() && isNamePart(in.peek())) {
        name.append(in.next());
      }
      parts.add(new Variable(name.toString(), quoted));
    } else if (Character.isDigit(c) || "@*#?-$!".indexOf(c) >= 0) {
      in.next();
      parts.add(new Opaque("", List.of(), quoted));
    } else {
      parts.literal("$", true);
    }
  }

  /**
   * Takes <code>$((...))</code> if it is arithmetic for sure; else it is read as commands, which is
   * the stricter view.
   */
  private boolean arithmetic(Collector parts, boolean quoted) {
    if (in.peek() != '(') {
      return false;
    }
    int open = 0;
    for (int i = 1; ; i++) {
      char c = in.peek(i);
      if (c == '(') {
        open++;
      } else if (c == ')' && open == 0) {
        if (in.peek(i + 1) != ')') {
          return false;
        }
        in.take(i + 2);
        parts.add(new Opaque("", List.of(), quoted));
        return true;
      } else if (c == ')') {
        open--;
      } else if (c == '$' && !isNamePart(in.peek(i + 1))) {
        return false;
      } else if (!isNamePart(c) && " \t$+-*/%<>=!&|^~?:,".indexOf(c) < 0) {
        return false;
      }
    }
  }

  /** Reads behind <code>${</code>. */
  private Part braced(boolean quoted) throws ShellSyntaxException {
    StringBuilder name = new StringBuilder();
    while (!in.atEnd() && isNamePart(in.peek())) {
      name.append(in.next());
    }
    if (!in.atEnd() && in.peek() == '}' && !name.isEmpty() && !Character.isDigit(name.charAt(0))) {
      in.next();
      return new Variable(name.toString(), quoted);
    }
    Collector inner = new Collector();
    in.enter();
    while (!in.atEnd()) {
      char c = in.next();
      switch (c) {
        case '}' -> {
          in.leave();
          return new Opaque(name.toString(), inner.word().parts(), quoted);
        }
        case '\'' -> throw new ShellSyntaxException("a quote within ${...}");
        case '\\' -> in.nextRaw();
        case '"' -> quoted(inner, '"');
        case '`' -> inner.add(backquoted(quoted));
        case '$' -> dollar(inner, quoted);
        default -> inner.literal(String.valueOf(c), true);
      }
    }
    throw new ShellSyntaxException("'${' is not closed");
  }

  private Substitution substitution(boolean quoted) throws ShellSyntaxException {
    in.enter();
    Substitution result = new Substitution(new ShellReader(in).tokens(true), quoted);
    in.leave();
    return result;
  }

  private static boolean isNamePart(char c) {
    return c == '_' || (c < 128 && Character.isLetterOrDigit(c));
  }

  /** Puts adjoining pieces of one kind together. */
  private static final class Collector {
    private final List<Part> parts = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private boolean textQuoted;
    private boolean open;

    void literal(String piece, boolean quoted) {
      if (open && textQuoted != quoted) {
        flush();
      }
      open = true;
      textQuoted = quoted;
      text.append(piece);
    }

    void add(Part part) {
      flush();
      parts.add(part);
    }

    ShellWord word() {
      flush();
      return new ShellWord(parts);
    }

    private void flush() {
      if (open) {
        parts.add(new Literal(text.toString(), textQuoted));
        text.setLength(0);
        open = false;
      }
    }
  }
}
