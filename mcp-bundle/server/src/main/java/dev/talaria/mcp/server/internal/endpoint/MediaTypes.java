package dev.talaria.mcp.server.internal.endpoint;

import java.util.List;
import java.util.Locale;

/** What a client sends and takes. Parameters other than a zero quality make no difference. */
final class MediaTypes {
  static final String JSON = "application/json";
  static final String EVENTS = "text/event-stream";

  private MediaTypes() {}

  /** Returns whether a content type is JSON in the only encoding that JSON has. */
  static boolean isJson(List<String> contentType) {
    if (contentType.size() != 1) {
      return false;
    }
    String[] parts = contentType.get(0).toLowerCase(Locale.ROOT).split(";");
    if (!parts[0].strip().equals(JSON)) {
      return false;
    }
    for (int i = 1; i < parts.length; i++) {
      String part = parts[i].strip().replace("\"", "");
      if (part.startsWith("charset=") && !part.equals("charset=utf-8")) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether an {@code Accept} header takes this type; without one everything is taken. */
  static boolean accepts(List<String> accept, String type) {
    if (accept.isEmpty()) {
      return true;
    }
    String range = type.substring(0, type.indexOf('/')) + "/*";
    for (String header : accept) {
      for (String entry : header.toLowerCase(Locale.ROOT).split(",")) {
        String[] parts = entry.split(";");
        String name = parts[0].strip();
        if ((name.equals(type) || name.equals(range) || name.equals("*/*")) && !refused(parts)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean refused(String[] parts) {
    for (int i = 1; i < parts.length; i++) {
      if (parts[i].strip().matches("q=0(\\.0*)?")) {
        return true;
      }
    }
    return false;
  }
}
