package dev.talaria.processor.internal.source;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.AnnotationMirror;
import javax.lang.model.element.AnnotationValue;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;
import javax.lang.model.util.ElementFilter;

/** An annotation on an element, with its values. */
public final class AnnotationUse {
  private final Element element;
  private final AnnotationMirror mirror;

  private AnnotationUse(Element element, AnnotationMirror mirror) {
    this.element = element;
    this.mirror = mirror;
  }

  /** Returns the annotation of this type on the element itself, if it is there. */
  public static Optional<AnnotationUse> on(Element element, String annotationType) {
    for (AnnotationMirror mirror : element.getAnnotationMirrors()) {
      TypeElement type = (TypeElement) mirror.getAnnotationType().asElement();
      if (type.getQualifiedName().contentEquals(annotationType)) {
        return Optional.of(new AnnotationUse(element, mirror));
      }
    }
    return Optional.empty();
  }

  /** Returns the annotations of a repeatable type on the element itself, in their order. */
  public static List<AnnotationUse> all(Element element, String annotationType, String container) {
    Optional<AnnotationUse> several = on(element, container);
    if (several.isEmpty()) {
      return on(element, annotationType).stream().toList();
    }
    return several.get().values("value", AnnotationMirror.class).stream()
        .map(mirror -> new AnnotationUse(element, mirror))
        .toList();
  }

  /** Returns where it stands. */
  public Place place() {
    return place(Optional.empty());
  }

  /** Returns where the value of a member stands; the annotation when it is not written out. */
  public Place place(String member) {
    return place(written(member));
  }

  /** The compiler cannot find annotations of a record component in the source, only its name. */
  private Place place(Optional<AnnotationValue> value) {
    return element.getKind() == ElementKind.RECORD_COMPONENT
        ? Place.of(element)
        : new Place(element, Optional.of(mirror), value);
  }

  /** Returns whether the author wrote the member. */
  public boolean isWritten(String member) {
    return written(member).isPresent();
  }

  /**
   * Returns the value of a member, or its default, if it is of the type. It is not when the source
   * has an error there, which the compiler reports.
   */
  public <T> Optional<T> value(String member, Class<T> type) {
    return written(member)
        .or(() -> preset(member))
        .filter(value -> type != String.class || isText(value))
        .map(AnnotationValue::getValue)
        .filter(type::isInstance)
        .map(type::cast);
  }

  /** The compiler hands out a name that it does not know as a string, but shows it unquoted. */
  private static boolean isText(AnnotationValue value) {
    return value.toString().startsWith("\"");
  }

  /** Returns the elements of an array member; a single value counts as an array of one. */
  public <T> List<T> values(String member, Class<T> type) {
    Object value =
        written(member).or(() -> preset(member)).map(AnnotationValue::getValue).orElse(List.of());
    List<?> elements = value instanceof List<?> list ? list : List.of(value);
    return elements.stream()
        .map(e -> e instanceof AnnotationValue wrapped ? wrapped.getValue() : e)
        .filter(type::isInstance)
        .<T>map(type::cast)
        .toList();
  }

  private Optional<AnnotationValue> written(String member) {
    for (Map.Entry<? extends ExecutableElement, ? extends AnnotationValue> entry :
        mirror.getElementValues().entrySet()) {
      if (entry.getKey().getSimpleName().contentEquals(member)) {
        return Optional.of(entry.getValue());
      }
    }
    return Optional.empty();
  }

  private Optional<AnnotationValue> preset(String member) {
    List<? extends Element> members = mirror.getAnnotationType().asElement().getEnclosedElements();
    return ElementFilter.methodsIn(members).stream()
        .filter(method -> method.getSimpleName().contentEquals(member))
        .findFirst()
        .map(ExecutableElement::getDefaultValue);
  }
}
