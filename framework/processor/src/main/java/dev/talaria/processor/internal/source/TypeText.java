package dev.talaria.processor.internal.source;

import javax.lang.model.type.TypeMirror;

/** How messages name types. */
public final class TypeText {
  private TypeText() {}

  /** Returns the type without packages, outer types and annotations: {@code Map<String, Unit>}. */
  public static String of(TypeMirror type) {
    return type.toString()
        .replaceAll("@[\\w.]+(\\([^)]*\\))?\\s*,?", "")
        .replaceAll("\\b\\w+\\.", "")
        .replaceAll(",(?=\\S)", ", ")
        .trim();
  }
}
