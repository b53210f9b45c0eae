package dev.talaria.processor.internal.source;

import java.util.Optional;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;

/**
 * Where in the source something is wrong: an element, or an annotation on it, or a value of that.
 */
public record Place(
    Element element, Optional<AnnotationMirror> annotation, Optional<AnnotationValue> value) {
  /** Returns the place of an element. */
  public static Place of(Element element) {
    return new Place(element, Optional.empty(), Optional.empty());
  }
}
