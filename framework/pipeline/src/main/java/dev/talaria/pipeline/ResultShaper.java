package dev.talaria.pipeline;

import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Content;
import dev.talaria.api.ToolResult;
import java.lang.reflect.Array;
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
 * beside it. Whole: how much of it a consumer gets is decided later. Immutable and thread-safe.
 */
public final class ResultShaper {
  private static final String ERROR_TYPE = "tool_result_contract";

  /** No structured result is longer, whoever asks for it: an endless one has to end. */
  public static final int MAX_JSON_CHARS = 16 * 1024 * 1024;

  /** Longer fields of a failure are in the structured value only. */
  private static final int MAX_ENVELOPE_CHARS = 4096;

  private final int maxJsonChars;

  /** Creates a shaper. */
  public ResultShaper() {
    this(MAX_JSON_CHARS);
  }

  ResultShaper(int maxJsonChars) {
    this.maxJsonChars = maxJsonChars;
  }

  /**
   * Shapes a result. Never throws for what the result is: one that breaks the contract becomes a
   * failed answer that says why.
   *
   * @param tool the name, for messages
   * @param returned by the tool; null breaks the contract
   * @param mapper of the tool's bundle
   * @param schema that a structured result must fit
   */
  public CallResult shape(
      String tool, Object returned, JsonMapper mapper, Optional<OutputSchema> schema) {
    try {
      return new Shaping(mapper, schema).of(returned);
    } catch (ContractException e) {
      String type = returned == null ? "null" : typeName(returned);
      return Failures.of(
          Failure.RESULT_CONTRACT,
          "The tool " + tool + " returned " + e.getMessage() + ": " + type,
          Map.of("error_type", ERROR_TYPE, "tool", tool, "result_type", type));
    }
  }

  private static String typeName(Object value) {
    Class<?> type = value.getClass();
    return type.isArray()
        ? type.getComponentType().getName() + "[" + Array.getLength(value) + "]"
        : type.getName();
  }

  /** One result on its way. */
  private final class Shaping {
    private final JsonMapper mapper;
    private final Optional<OutputSchema> schema;

    Shaping(JsonMapper mapper, Optional<OutputSchema> schema) {
      this.mapper = mapper;
      this.schema = schema;
    }

    CallResult of(Object returned) throws ContractException {
      if (returned instanceof CallResult passedOn) {
        return passedOn(passedOn);
      }
      if (returned instanceof ToolResult result) {
        return toolResult(result);
      }
      if (returned instanceof Content piece) {
        return unstructured(List.of(piece));
      }
      if (returned instanceof Enum<?> one) {
        return text(one.name());
      }
      if (returned instanceof CharSequence || returned instanceof Character) {
        return text(returned.toString());
      }
      return structured(List.of(), returned);
    }

    private CallResult text(String text) throws ContractException {
      List<Content> content =
          List.of(new Content.Text(ErrorMember.bounded(UnicodeText.wellFormed(text), mapper)));
      return schema.isPresent() ? structured(content, text) : unstructured(content);
    }

    private CallResult passedOn(CallResult result) throws ContractException {
      List<Content> content = ContentRules.checked(result.content());
      if (!result.isFailure()) {
        if (result.structuredJson().isPresent()) {
          fits(result.structuredJson().get());
        } else {
          schemaAsksForNothing();
        }
      }
      return new CallResult(
          content, result.structuredJson().map(UnicodeText::wellFormed), result.failure());
    }

    private CallResult toolResult(ToolResult result) throws ContractException {
      if (result.isFailure()) {
        return failed(result);
      }
      return result.structured().isPresent()
          ? structured(result.content(), result.structured().get())
          : unstructured(result.content());
    }

    private CallResult failed(ToolResult result) throws ContractException {
      String text = new CallResult(result.content(), Optional.empty(), Optional.empty()).text();
      if (result.structured().isEmpty()) {
        return Failures.of(Failure.TOOL_ERROR, text);
      }
      String json = json(result.structured().get());
      String message = text.isEmpty() ? json : text;
      CallResult envelope =
          json.length() <= MAX_ENVELOPE_CHARS
              ? Failures.of(Failure.TOOL_ERROR, message, tree(json))
              : Failures.of(Failure.TOOL_ERROR, message);
      return new CallResult(envelope.content(), Optional.of(json), envelope.failure());
    }

    private CallResult unstructured(List<Content> content) throws ContractException {
      schemaAsksForNothing();
      return new CallResult(ContentRules.checked(content), Optional.empty(), Optional.empty());
    }

    private CallResult structured(List<Content> content, Object value) throws ContractException {
      String json = json(value);
      fits(json);
      return new CallResult(
          content.isEmpty() ? List.of(new Content.Text(json)) : ContentRules.checked(content),
          Optional.of(json),
          Optional.empty());
    }

    private String json(Object value) throws ContractException {
      if (!isData(value)) {
        throw new ContractException("an unsupported result type");
      }
      BoundedWriter writer = new BoundedWriter(maxJsonChars);
      try {
        mapper.writeValue(writer, value);
      } catch (JacksonException | BoundedWriter.FullException e) {
        throw new ContractException(
            writer.isFull()
                ? "a result longer than " + maxJsonChars + " characters; it has to give less of it"
                : "a result that cannot be written as JSON (" + reason(e) + ")");
      } catch (StackOverflowError e) {
        throw new ContractException("a result that contains itself");
      }
      return ErrorMember.bounded(UnicodeText.wellFormed(writer.toString()), mapper);
    }

    private void fits(String json) throws ContractException {
      if (schema.isPresent()) {
        String problems = schema.get().problems(tree(json));
        if (!problems.isEmpty()) {
          throw new ContractException("a result that does not fit its own schema: " + problems);
        }
      }
    }

    private void schemaAsksForNothing() throws ContractException {
      if (schema.isPresent()) {
        throw new ContractException(
            "no structured value, though it declares a schema for one (use withStructured)");
      }
    }

    private JsonNode tree(String json) throws ContractException {
      try {
        return mapper.readTree(json);
      } catch (JacksonException e) {
        throw new ContractException("JSON that cannot be read back: " + JsonSyntax.words(e));
      }
    }
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
            || value instanceof CharSequence
            || value instanceof Number
            || value instanceof Boolean
            || value instanceof JsonNode
            || value.getClass().isArray()
            || !value.getClass().getName().startsWith("java."));
  }

  private static String reason(RuntimeException e) {
    String message = e instanceof JacksonException json ? WriteProblem.words(json) : e.getMessage();
    return Schemas.cut(String.valueOf(message).replaceAll("\\s+", " "));
  }
}
