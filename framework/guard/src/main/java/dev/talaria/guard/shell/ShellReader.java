package dev.talaria.guard.shell;

import dev.talaria.guard.shell.ShellToken.Operator;
import dev.talaria.guard.shell.ShellToken.Redirection;
import dev.talaria.guard.shell.ShellToken.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Splits a script into tokens after the rules of POSIX.1-2017, XCU 2.3, and of bash. It stops at
 * what it cannot place for sure rather than guess. Not thread-safe; one object reads one text.
 */
public final class ShellReader {
  private static final int MAX_LENGTH = 100_000;
  private static final List<String> OPERATORS =
      List.of(";;&", ";;", ";&", ";", "&&", "&", "||", "|&", "|", "(", ")");
  private static final List<String> REDIRECTIONS =
      List.of("&>>", "&>", "<<<", "<<-", "<<", "<>", "<&", ">>", ">&", ">|", "<", ">");

  private final ShellCursor in;
  private final ShellWords words;
  private final List<HereDocument> pending = new ArrayList<>();
  private boolean caseSeen;

  /** A here-document whose lines are still to come; its redirection stands at this index. */
  private record HereDocument(int index, String delimiter, boolean quoted, boolean stripTabs) {}

  ShellReader(ShellCursor in) {
    this.in = in;
    this.words = new ShellWords(in);
  }

  /**
   * Reads a whole script.
   *
   * @throws ShellSyntaxException if it is not understood
   */
  public static List<ShellToken> read(String script) throws ShellSyntaxException {
    if (script.length() > MAX_LENGTH) {
      throw new ShellSyntaxException("it is longer than " + MAX_LENGTH + " characters");
    }
    if (script.indexOf('\0') >= 0) {
      throw new ShellSyntaxException("it contains a NUL character");
    }
    return nested(script, 0);
  }

  /**
   * Reads text as it would be within double quotes, for texts that a shell expands later.
   *
   * @throws ShellSyntaxException if it is not understood
   */
  public static ShellWord readQuoted(String text) throws ShellSyntaxException {
    return ShellWords.readDocument(text, 0);
  }

  static List<ShellToken> nested(String script, int depth) throws ShellSyntaxException {
    ShellCursor cursor = new ShellCursor(script, depth);
    cursor.enter();
    return new ShellReader(cursor).tokens(false);
  }

  /** Reads to the end, or in a substitution to the parenthesis that closes it. */
  List<ShellToken> tokens(boolean inSubstitution) throws ShellSyntaxException {
    List<ShellToken> tokens = new ArrayList<>();
    int open = 0;
    while (true) {
      in.skipBlanks();
      if (in.atEnd()) {
        if (inSubstitution || open > 0) {
          throw new ShellSyntaxException("a parenthesis is not closed");
        }
        requireDocumentsRead();
        return tokens;
      }
      if (in.peek() == '\n') {
        in.next();
        readDocuments(tokens);
        tokens.add(new Operator(";"));
        continue;
      }
      if (in.peek() == '#') {
        in.skipLine();
        continue;
      }
      if (readRedirection(tokens)) {
        continue;
      }
      Optional<String> operator = in.take(OPERATORS);
      if (operator.isEmpty()) {
        readWord(tokens, inSubstitution);
        continue;
      }
      if (operator.get().equals("(")) {
        open++;
      } else if (operator.get().equals(")") && --open < 0) {
        if (inSubstitution) {
          requireDocumentsRead();
          return tokens;
        }
        if (!caseSeen) {
          throw new ShellSyntaxException("a parenthesis closes what was not opened");
        }
        open = 0;
      }
      tokens.add(new Operator(operator.get()));
    }
  }

  private void readWord(List<ShellToken> tokens, boolean inSubstitution)
      throws ShellSyntaxException {
    ShellWord word = words.read();
    if (word.bare().filter("case"::equals).isPresent()) {
      // A pattern's parenthesis would look like the end of the substitution.
      if (inSubstitution) {
        throw new ShellSyntaxException("'case' within a substitution");
      }
      caseSeen = true;
    }
    tokens.add(new Word(word));
  }

  private boolean readRedirection(List<ShellToken> tokens) throws ShellSyntaxException {
    int digits = 0;
    while (Character.isDigit(in.peek(digits))) {
      digits++;
    }
    char first = in.peek(digits);
    boolean process = (first == '<' || first == '>') && in.peek(digits + 1) == '(';
    boolean redirects = first == '<' || first == '>' || (first == '&' && in.peek(1) == '>');
    if (!redirects || (process && digits == 0) || (first == '&' && digits > 0)) {
      return false;
    }
    String descriptor = in.take(digits);
    String symbol = in.take(REDIRECTIONS).orElseThrow();
    in.skipBlanks();
    if (in.atEnd() || in.peek() == '\n') {
      throw new ShellSyntaxException("a redirection has no target");
    }
    ShellWord target = words.read();
    if (symbol.equals("<<") || symbol.equals("<<-")) {
      String delimiter = words.lastSource();
      boolean quoted = delimiter.chars().anyMatch(c -> c == '\'' || c == '"' || c == '\\');
      pending.add(
          new HereDocument(
              tokens.size(),
              target.plain().orElseThrow(() -> new ShellSyntaxException("a computed delimiter")),
              quoted,
              symbol.equals("<<-")));
    }
    tokens.add(new Redirection(descriptor, symbol, target, Optional.empty()));
    return true;
  }

  private void readDocuments(List<ShellToken> tokens) throws ShellSyntaxException {
    for (HereDocument document : pending) {
      String body = readDocument(document);
      Redirection redirection = (Redirection) tokens.get(document.index);
      ShellWord word =
          document.quoted
              ? new ShellWord(List.of(new ShellWord.Literal(body, true)))
              : ShellWords.readDocument(body, in.depth());
      tokens.set(
          document.index,
          new Redirection(
              redirection.descriptor(),
              redirection.symbol(),
              redirection.target(),
              Optional.of(word)));
    }
    pending.clear();
  }

  private String readDocument(HereDocument document) throws ShellSyntaxException {
    StringBuilder body = new StringBuilder();
    StringBuilder continued = new StringBuilder();
    boolean joined = false;
    while (!in.exhausted()) {
      String line = in.rawLine();
      String bare = document.stripTabs ? line.replaceFirst("^\t+", "") : line;
      boolean goesOn = !document.quoted && isContinued(bare);
      continued.append(goesOn ? bare.substring(0, bare.length() - 1) : bare);
      boolean ends = continued.toString().equals(document.delimiter);
      if ((joined || goesOn) && (ends || bare.equals(document.delimiter))) {
        // Shells do not agree whether this is the delimiter.
        throw new ShellSyntaxException("a here-document's delimiter after a continued line");
      }
      if (bare.equals(document.delimiter)) {
        return body.toString();
      }
      body.append(bare).append('\n');
      joined = goesOn;
      if (!goesOn) {
        continued.setLength(0);
      }
    }
    throw new ShellSyntaxException("a here-document has no end");
  }

  private static boolean isContinued(String line) {
    int backslashes = 0;
    while (backslashes < line.length() && line.charAt(line.length() - 1 - backslashes) == '\\') {
      backslashes++;
    }
    return backslashes % 2 == 1;
  }

  private void requireDocumentsRead() throws ShellSyntaxException {
    if (!pending.isEmpty()) {
      throw new ShellSyntaxException("a here-document has no end");
    }
  }
}
