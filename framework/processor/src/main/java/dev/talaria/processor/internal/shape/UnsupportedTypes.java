package dev.talaria.processor.internal.shape;

import dev.talaria.processor.internal.source.ApiNames;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/** What to write instead of a type that has no schema. */
final class UnsupportedTypes {
  private UnsupportedTypes() {}

  static String instead(TypeMirror type) {
    return switch (type.getKind()) {
      case CHAR -> "write String with @Length(min = 1, max = 1)";
      case ARRAY -> "write String, or byte[] for what is no text";
      case TYPEVAR -> "write the type itself, not a type variable";
      case DECLARED -> instead((TypeElement) ((DeclaredType) type).asElement());
      default -> "write a record, an enum, a List, a Map<String, ...> or a plain value";
    };
  }

  private static String instead(TypeElement element) {
    String name = element.getQualifiedName().toString();
    if (name.equals("java.lang.Character")) {
      return "write String with @Length(min = 1, max = 1)";
    }
    if (name.equals("java.lang.Number")) {
      return "write double, long, BigDecimal or BigInteger";
    }
    if (name.startsWith("java.util.Optional")) {
      return "only a record component itself can be optional; leave elements out instead";
    }
    if (name.equals("java.util.Date") || name.equals("java.util.Calendar")) {
      return "write java.time.Instant, or LocalDate for a day";
    }
    if (name.equals("java.net.URL")) {
      return "write java.net.URI";
    }
    if (name.equals("java.io.File")) {
      return "write java.nio.file.Path";
    }
    if (name.equals("java.time.Year")) {
      return "write int";
    }
    if (name.startsWith("java.time.")) {
      return "write Instant, OffsetDateTime, LocalDateTime, LocalDate, LocalTime, YearMonth,"
          + " Duration, Period, ZoneId or DayOfWeek, or String and its form in @Doc";
    }
    if (name.startsWith(ApiNames.API_PACKAGE + ".")) {
      return "it belongs to the runtime and is no data; write a record of your own";
    }
    if (isCollection(element)) {
      return "write List, Set, Collection, or Map<String, ...>";
    }
    if (name.startsWith("java.")) {
      return "write String and say the format in @Doc, or a record of your own";
    }
    if (element.getModifiers().contains(Modifier.SEALED)) {
      return "write a sealed interface whose permitted types are records";
    }
    return element.getKind() == ElementKind.CLASS || element.getKind() == ElementKind.INTERFACE
        ? "write a record with the same parts"
        : "write a record, an enum, a List, a Map<String, ...> or a plain value";
  }

  private static boolean isCollection(TypeElement element) {
    String name = element.getQualifiedName().toString();
    return name.equals("java.lang.Iterable")
        || name.startsWith("java.util.") && implementsContainer(element);
  }

  private static boolean implementsContainer(TypeElement element) {
    String name = element.getQualifiedName().toString();
    if (name.equals("java.util.Collection") || name.equals("java.util.Map")) {
      return true;
    }
    return element.getInterfaces().stream().anyMatch(UnsupportedTypes::isContainer)
        || isContainer(element.getSuperclass());
  }

  private static boolean isContainer(TypeMirror type) {
    return type.getKind() == TypeKind.DECLARED
        && implementsContainer((TypeElement) ((DeclaredType) type).asElement());
  }
}
