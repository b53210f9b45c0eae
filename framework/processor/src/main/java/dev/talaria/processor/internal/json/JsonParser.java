package dev.talaria.processor.internal.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the JSON of a default (RFC 8259, strict) into maps, lists, strings, numbers, booleans. */
public final class JsonParser {
  private static final int MAX_DEPTH = 64;
  private static final Pattern NUMBER =
      Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]{1,3})?");

  private final String text;
  private int at;

  private JsonParser(String text) {
    this.text = text;
  }

  /** Returns the value; numbers as {@link BigDecimal}, null as null. */
  public static Object parse(String text) throws JsonSyntaxException {
    JsonParser parser = new JsonParser(text);
    Object value = parser.value(0);
    parser.skipSpace();
    if (parser.at < text.length()) {
      throw parser.wrong("nothing more was expected");
    }
    return value;
  }

  private Object value(int depth) throws JsonSyntaxException {
    if (depth > MAX_DEPTH) {
      throw wrong("nested too deep");
    }
    skipSpace();
    if (at == text.length()) {
      throw wrong("a value was expected");
    }
    return switch (text.charAt(at)) {
      case '{' -> object(depth);
      case '[' -> array(depth);
      case '"' -> string();
      case 't' -> literal("true", Boolean.TRUE);
      case 'f' -> literal("false", Boolean.FALSE);
      case 'n' -> literal("null", null);
      default -> number();
    };
  }

  private Map<String, Object> object(int depth) throws JsonSyntaxException {
    Map<String, Object> object = new LinkedHashMap<>();
    at++;
    if (next('}')) {
      return object;
    }
    do {
      skipSpace();
      if (at == text.length() || text.charAt(at) != '"') {
        throw wrong("a name in double quotes was expected");
      }
      String name = string();
      if (!next(':')) {
        throw wrong("':' was expected");
      }
      if (object.containsKey(name)) {
        throw wrong("the name " + name + " was there before");
      }
      object.put(name, value(depth + 1));
    } while (next(','));
    if (!next('}')) {
      throw wrong("',' or '}' was expected");
    }
    return object;
  }

  private List<Object> array(int depth) throws JsonSyntaxException {
    List<Object> array = new ArrayList<>();
    at++;
    if (next(']')) {
      return array;
    }
    do {
      array.add(value(depth + 1));
    } while (next(','));
    if (!next(']')) {
      throw wrong("',' or ']' was expected");
    }
    return array;
  }

  private String string() throws JsonSyntaxException {
    StringBuilder string = new StringBuilder();
    for (at++; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '"') {
        at++;
        return string.toString();
      } else if (c < 0x20) {
        throw wrong("control characters are written as escapes");
      } else if (c == '\\') {
        at++;
        string.append(escaped());
      } else {
        string.append(c);
      }
    }
    throw wrong("'\"' was expected");
  }

  private char escaped() throws JsonSyntaxException {
    char c = at < text.length() ? text.charAt(at) : ' ';
    return switch (c) {
      case '"', '\\', '/' -> c;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unicode();
      default -> throw wrong("no such escape");
    };
  }

  private char unicode() throws JsonSyntaxException {
    if (!text.substring(at + 1, Math.min(at + 5, text.length())).matches("[0-9a-fA-F]{4}")) {
      throw wrong("four hexadecimal digits were expected");
    }
    at += 4;
    return (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
  }

  private Object literal(String word, Object value) throws JsonSyntaxException {
    if (!text.startsWith(word, at)) {
      throw wrong("a value was expected");
    }
    at += word.length();
    return value;
  }

  private BigDecimal number() throws JsonSyntaxException {
    Matcher matcher = NUMBER.matcher(text).region(at, text.length());
    if (!matcher.lookingAt()) {
      throw wrong("a value was expected");
    }
    at = matcher.end();
    return new BigDecimal(matcher.group());
  }

  private boolean next(char wanted) {
    skipSpace();
    if (at < text.length() && text.charAt(at) == wanted) {
      at++;
      return true;
    }
    return false;
  }

  private void skipSpace() {
    while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private JsonSyntaxException wrong(String what) {
    return new JsonSyntaxException("no JSON at position " + at + ": " + what);
  }
}
