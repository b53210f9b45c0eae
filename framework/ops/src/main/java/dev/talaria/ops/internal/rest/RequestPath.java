package dev.talaria.ops.internal.rest;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes the path of a request apart before it is decoded, so that a name may hold any sign. */
final class RequestPath {
  private RequestPath() {}

  /**
   * Returns the decoded segments behind a prefix.
   *
   * @param uri the raw path of the request
   * @return empty if the path is not below the prefix or a segment is no name
   */
  static Optional<List<String>> segments(String uri, String prefix) {
    if (!uri.startsWith(prefix + "/")) {
      return Optional.empty();
    }
    List<String> segments = new ArrayList<>();
    for (String raw : uri.substring(prefix.length() + 1).split("/", -1)) {
      Optional<String> segment = decode(raw);
      if (segment.isEmpty()) {
        return Optional.empty();
      }
      segments.add(segment.get());
    }
    return Optional.of(segments);
  }

  private static Optional<String> decode(String raw) {
    String text;
    try {
      // The decoder is one for forms, where a plus is a space; in a path it is itself.
      text = URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    boolean isName =
        !text.isEmpty()
            && !text.equals(".")
            && !text.equals("..")
            && text.chars().noneMatch(c -> c == '/' || c == '\\' || c == '\uFFFD' || c < ' ');
    return isName ? Optional.of(text) : Optional.empty();
  }
}
