package dev.talaria.processor.internal.shape;

import dev.talaria.processor.internal.json.JsonParser;
import dev.talaria.processor.internal.json.JsonSyntaxException;
import java.util.Optional;

/**
 * Reads the text of {@code @Default} and {@code @Example}: plain for strings and enums, else JSON.
 */
final class ValueReader {
  /** What came of it. */
  sealed interface Outcome {
    /** The text as a JSON value. */
    record Value(Object json) implements Outcome {}

    /** The text is no value of the type. */
    record Wrong(String message) implements Outcome {}
  }

  private ValueReader() {}

  static Outcome read(String text, Shape shape) {
    if (shape instanceof Shape.Text || shape instanceof Shape.Choice) {
      return check(text, shape);
    }
    try {
      Object json = JsonParser.parse(text);
      return json == null
          ? new Outcome.Wrong("null is no value; write Optional for what may be absent")
          : check(json, shape);
    } catch (JsonSyntaxException e) {
      return new Outcome.Wrong("'" + text + "' is " + e.getMessage());
    }
  }

  private static Outcome check(Object json, Shape shape) {
    Optional<String> mismatch = Fit.mismatch(json, shape);
    return mismatch.isPresent() ? new Outcome.Wrong(mismatch.get()) : new Outcome.Value(json);
  }
}
