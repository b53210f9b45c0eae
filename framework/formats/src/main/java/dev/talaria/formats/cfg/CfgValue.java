package dev.talaria.formats.cfg;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;

/**
 * A value of a {@code .cfg} file: one text, or a list of texts. A list of one is not the text, and
 * nothing is trimmed or converted on the way in or out, so a value that a reader takes for closed
 * stays closed when it comes back from the file.
 */
public sealed interface CfgValue {
  /** One text. */
  record Scalar(String text) implements CfgValue {
    public Scalar {
      Objects.requireNonNull(text, "text");
    }

    @Override
    public List<String> texts() {
      return List.of(text);
    }

    @Override
    public Object toProperty() {
      return text;
    }
  }

  /** A list of texts, in order; may be empty. */
  record Listed(List<String> texts) implements CfgValue {
    public Listed {
      texts = List.copyOf(texts);
    }

    @Override
    public Object toProperty() {
      return texts.toArray(String[]::new);
    }
  }

  /** Returns the elements; of a plain value, the one. */
  List<String> texts();

  /** Returns the value as Config Admin holds it: a {@code String} or a new {@code String[]}. */
  Object toProperty();

  /** Returns a plain value. */
  static CfgValue of(String text) {
    return new Scalar(text);
  }

  /** Returns a list. */
  static CfgValue of(List<String> texts) {
    return new Listed(texts);
  }

  /**
   * Returns the text form of a property: of a {@code String}, number, {@code Boolean} or {@code
   * Character}, or of an array or collection of these.
   *
   * @throws IllegalArgumentException if the property is of another type
   */
  static CfgValue ofProperty(Object property) {
    if (property instanceof Collection<?> collection) {
      return new Listed(collection.stream().map(CfgValue::text).toList());
    }
    if (property != null && property.getClass().isArray()) {
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < Array.getLength(property); i++) {
        texts.add(text(Array.get(property, i)));
      }
      return new Listed(texts);
    }
    return new Scalar(text(property));
  }

  private static String text(Object simple) {
    if (simple instanceof String
        || simple instanceof Number
        || simple instanceof Boolean
        || simple instanceof Character) {
      return simple.toString();
    }
    throw new IllegalArgumentException(
        "a configuration holds texts, numbers, booleans and lists of them, not "
            + (simple == null ? "null" : simple.getClass().getName()));
  }
}
