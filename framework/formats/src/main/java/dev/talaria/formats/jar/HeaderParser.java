package dev.talaria.formats.jar;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Parses the common header syntax of the OSGi Core specification. Stricter than frameworks are:
 * what two readers could understand differently is an error, so that a check made here holds for
 * what the framework reads later. One pass, no recursion, no regular expression.
 */
public final class HeaderParser {
  private final String text;
  private int at;

  private HeaderParser(String text) {
    this.text = text;
  }

  /**
   * Parses a header.
   *
   * @return the clauses in their order, at least one
   * @throws InvalidManifestException if it does not follow the syntax; the message says where
   */
  public static List<Clause> parse(String header) throws InvalidManifestException {
    return new HeaderParser(header).clauses();
  }

  private List<Clause> clauses() throws InvalidManifestException {
    List<Clause> clauses = new ArrayList<>();
    do {
      clauses.add(clause());
    } while (take(','));
    if (at < text.length()) {
      throw error("',' or ';' expected");
    }
    return List.copyOf(clauses);
  }

  private Clause clause() throws InvalidManifestException {
    List<String> paths = new ArrayList<>();
    Map<String, Clause.Attribute> attributes = new LinkedHashMap<>();
    Map<String, String> directives = new LinkedHashMap<>();
    do {
      skipSpace();
      if (peek() == '"') {
        paths.add(quoted());
        skipSpace();
        continue;
      }
      String word = word();
      if (peek() != ':' && peek() != '=') {
        if (!attributes.isEmpty() || !directives.isEmpty()) {
          throw error("a path after a parameter");
        }
        paths.add(word);
      } else {
        parameter(word, attributes, directives);
      }
    } while (take(';'));
    if (paths.isEmpty()) {
      throw error("a clause without a path");
    }
    if (paths.stream().anyMatch(String::isEmpty)) {
      throw error("an empty path");
    }
    return new Clause(paths, attributes, directives);
  }

  private void parameter(
      String name, Map<String, Clause.Attribute> attributes, Map<String, String> directives)
      throws InvalidManifestException {
    if (name.isEmpty()) {
      throw error("a parameter without a name");
    }
    boolean directive = false;
    String type = "String";
    if (take(':')) {
      if (peek() == '=') {
        directive = true;
      } else {
        type = word();
        if (type.isEmpty()) {
          throw error("a type expected after ':'");
        }
      }
    }
    if (!take('=')) {
      throw error("'=' expected");
    }
    skipSpace();
    String value = peek() == '"' ? quoted() : word();
    skipSpace();
    boolean twice =
        directive
            ? directives.put(name, value) != null
            : attributes.put(name, new Clause.Attribute(type, value)) != null;
    if (twice) {
      throw error("'" + name + "' is given twice in one clause");
    }
  }

  /** Reads up to a character with a meaning; white space around is no part of it. */
  private String word() throws InvalidManifestException {
    int start = at;
    while (at < text.length() && ";,:=\"\\".indexOf(text.charAt(at)) < 0) {
      at++;
    }
    if (at < text.length() && (text.charAt(at) == '"' || text.charAt(at) == '\\')) {
      throw error("'" + text.charAt(at) + "' is not allowed here");
    }
    return text.substring(start, at).strip();
  }

  private String quoted() throws InvalidManifestException {
    int start = ++at;
    StringBuilder value = new StringBuilder();
    for (; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '"') {
        at++;
        return value.toString();
      }
      if (c == '\\' && at + 1 < text.length() && "\"\\".indexOf(text.charAt(at + 1)) >= 0) {
        // Only the quote is unescaped: in a list or a filter a backslash has a meaning of its own.
        at++;
        if (text.charAt(at) == '\\') {
          value.append(c);
        }
        c = text.charAt(at);
      }
      value.append(c);
    }
    at = start - 1;
    throw error("a quote without its end");
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : '\0';
  }

  private boolean take(char expected) {
    if (peek() != expected) {
      return false;
    }
    at++;
    return true;
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private InvalidManifestException error(String what) {
    int from = Math.max(0, at - 20);
    String near = text.substring(from, Math.min(text.length(), at + 20));
    return new InvalidManifestException(what + " at character " + at + ", near '" + near + "'");
  }
}
