package dev.talaria.pipeline;

import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Content;
import dev.talaria.api.ToolResult;
import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.stream.BaseStream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Turns what a tool returned into the answer of its call: content for the model, structured JSON
 * beside it, within the size limit. Immutable and thread-safe.
 */
public final class ResultShaper {
  private static final String ERROR_TYPE = "tool_result_contract";

  private final int defaultMaxChars;

  /**
   * Creates a shaper.
   *
   * @param defaultMaxChars longest text of a result, for tools that state no limit
   */
  public ResultShaper(int defaultMaxChars) {
    this.defaultMaxChars = defaultMaxChars;
  }

  /**
   * Shapes a result. Never throws for what the result is: one that breaks the contract becomes a
   * failed answer that says why.
   *
   * @param tool the name, for messages
   * @param returned by the tool; null breaks the contract
   * @param mapper of the tool's bundle
   * @param maxChars the tool's own limit; 0: the default; -1: none
   * @param schema that a structured result must fit
   */
  public CallResult shape(
      String tool,
      Object returned,
      JsonMapper mapper,
      int maxChars,
      Optional<OutputSchema> schema) {
    int limit = maxChars == 0 ? defaultMaxChars : maxChars < 0 ? Integer.MAX_VALUE : maxChars;
    if (returned instanceof CallResult passedOn) {
      return passedOn;
    }
    if (returned instanceof ToolResult result) {
      return ofToolResult(tool, result, mapper, limit, schema);
    }
    if (returned instanceof Content piece) {
      return new CallResult(bounded(List.of(piece), limit), Optional.empty(), Optional.empty());
    }
    if (returned instanceof CharSequence
        || returned instanceof Enum
        || returned instanceof Character) {
      String text = returned instanceof Enum<?> one ? one.name() : returned.toString();
      return new CallResult(
          bounded(List.of(new Content.Text(text)), limit), Optional.empty(), Optional.empty());
    }
    return structured(tool, List.of(), returned, mapper, limit, schema, false);
  }

  private CallResult ofToolResult(
      String tool, ToolResult result, JsonMapper mapper, int limit, Optional<OutputSchema> schema) {
    if (result.structured().isPresent()) {
      return structured(
          tool,
          result.content(),
          result.structured().get(),
          mapper,
          limit,
          result.isFailure() ? Optional.empty() : schema,
          result.isFailure());
    }
    List<Content> content = bounded(result.content(), limit);
    if (result.isFailure()) {
      return Failures.of(
          Failure.TOOL_ERROR, new CallResult(content, Optional.empty(), Optional.empty()).text());
    }
    return new CallResult(content, Optional.empty(), Optional.empty());
  }

  private CallResult structured(
      String tool,
      List<Content> content,
      Object value,
      JsonMapper mapper,
      int limit,
      Optional<OutputSchema> schema,
      boolean failed) {
    if (!isData(value)) {
      return broken(tool, value, "unsupported result type");
    }
    BoundedWriter writer = new BoundedWriter(limit);
    try {
      mapper.writeValue(writer, value);
    } catch (JacksonException | BoundedWriter.FullException e) {
      return writer.isFull()
          ? tooLong(tool, limit)
          : broken(tool, value, "a result that cannot be written as JSON (" + reason(e) + ")");
    } catch (StackOverflowError e) {
      return broken(tool, value, "a result that contains itself");
    }
    String json = writer.toString();
    if (schema.isPresent()) {
      JsonNode tree = mapper.readTree(json);
      String problems = schema.get().problems(tree);
      if (!problems.isEmpty()) {
        return broken(tool, value, "a result that does not fit its own schema: " + problems);
      }
    }
    if (failed) {
      String text = new CallResult(content, Optional.empty(), Optional.empty()).text();
      CallResult envelope = Failures.of(Failure.TOOL_ERROR, text.isEmpty() ? json : text);
      return new CallResult(envelope.content(), Optional.of(json), envelope.failure());
    }
    return new CallResult(
        content.isEmpty() ? List.of(new Content.Text(json)) : bounded(content, limit),
        Optional.of(json),
        Optional.empty());
  }

  /** Whether a value is data at all; a mapper would write almost anything. */
  private static boolean isData(Object value) {
    return value != null
        && !(value instanceof Optional)
        && !(value instanceof CompletionStage)
        && !(value instanceof BaseStream)
        && !(value instanceof Throwable)
        && !(value instanceof Class)
        && !(value instanceof Thread)
        && !(value instanceof AutoCloseable)
        && (value instanceof Record
            || value instanceof Map
            || value instanceof Collection
            || value instanceof Number
            || value instanceof Boolean
            || value instanceof JsonNode
            || value.getClass().isArray()
            || !value.getClass().getName().startsWith("java."));
  }

  private static CallResult broken(String tool, Object value, String what) {
    String type = value == null ? "null" : typeName(value);
    return Failures.of(
        Failure.RESULT_CONTRACT,
        "The tool " + tool + " returned " + what + ": " + type,
        Map.of("error_type", ERROR_TYPE, "tool", tool, "result_type", type));
  }

  private static String typeName(Object value) {
    Class<?> type = value.getClass();
    return type.isArray()
        ? type.getComponentType().getName() + "[" + Array.getLength(value) + "]"
        : type.getName();
  }

  private static CallResult tooLong(String tool, int limit) {
    return Failures.of(
        Failure.RESULT_CONTRACT,
        "The result of " + tool + " is longer than " + limit + " characters; ask for less of it",
        Map.of("error_type", ERROR_TYPE, "tool", tool));
  }

  private static String reason(RuntimeException e) {
    String message =
        e instanceof JacksonException json ? json.getOriginalMessage() : e.getMessage();
    return Schemas.cut(String.valueOf(message).replaceAll("\\s+", " "));
  }

  private static List<Content> bounded(List<Content> content, int limit) {
    long all = 0;
    for (Content piece : content) {
      all += textOf(piece).length();
    }
    if (all <= limit) {
      return content;
    }
    List<Content> kept = new ArrayList<>();
    int left = limit;
    for (Content piece : content) {
      String text = textOf(piece);
      if (text.length() <= left) {
        kept.add(piece);
        left -= text.length();
      } else {
        if (left > 0) {
          kept.add(new Content.Text(head(text, left)));
          left = 0;
        }
      }
    }
    kept.add(
        new Content.Text(
            "[cut: the result has "
                + all
                + " characters, of which the first "
                + limit
                + " are shown; ask for less of it]"));
    return kept;
  }

  private static String head(String text, int chars) {
    // Never half of a surrogate pair.
    int end = Character.isHighSurrogate(text.charAt(chars - 1)) ? chars - 1 : chars;
    return text.substring(0, end);
  }

  private static String textOf(Content piece) {
    if (piece instanceof Content.Text text) {
      return text.text();
    }
    return piece instanceof Content.EmbeddedText embedded ? embedded.text() : "";
  }
}
