package dev.talaria.pipeline;

import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.json.JsonMapper;

/** Gives JSON lines, so that it can be read in parts. Immutable and thread-safe. */
public final class JsonLayout {
  private static final DefaultIndenter LINES = new DefaultIndenter("  ", "\n");

  private final JsonMapper mapper;

  /** Creates a layout. */
  public JsonLayout(JsonMapper mapper) {
    this.mapper = mapper;
  }

  /**
   * Lays out an object or a list with one value a line. Numbers stay as they are written.
   *
   * @param maxChars of what comes out; indenting can make much of little
   * @return empty if the text is no such JSON or would become too long
   */
  public Optional<String> lines(String text, int maxChars) {
    if (!looksLikeIt(text)) {
      return Optional.empty();
    }
    BoundedWriter out = new BoundedWriter(maxChars);
    try (JsonParser in = mapper.createParser(text);
        JsonGenerator generator = mapper.writer().with(printer()).createGenerator(out)) {
      for (JsonToken token = in.nextToken(); token != null; token = in.nextToken()) {
        if (token.isNumeric()) {
          generator.writeNumber(in.getString());
        } else {
          generator.copyCurrentEvent(in);
        }
      }
    } catch (JacksonException | BoundedWriter.FullException e) {
      return Optional.empty();
    }
    return Optional.of(out.toString());
  }

  private static boolean looksLikeIt(String text) {
    String trimmed = text.strip();
    return trimmed.startsWith("{") && trimmed.endsWith("}")
        || trimmed.startsWith("[") && trimmed.endsWith("]");
  }

  private static DefaultPrettyPrinter printer() {
    return new DefaultPrettyPrinter().withObjectIndenter(LINES).withArrayIndenter(LINES);
  }
}
