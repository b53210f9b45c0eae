package dev.talaria.processor.internal.schema;

import dev.talaria.processor.internal.shape.Shape;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes titles and descriptions. The text at the place wins over the text of the type; what
 * constants mean is always added.
 */
final class Labels {
  private static final Shape.Label NONE = new Shape.Label("", "");

  private Labels() {}

  static void put(Map<String, Object> schema, Shape shape, Shape.Label here) {
    Shape.Label ofType = ofType(shape);
    String title = here.title().isEmpty() ? ofType.title() : here.title();
    if (!title.isEmpty()) {
      schema.put("title", title);
    }
    String description = here.doc().isEmpty() ? ofType.doc() : here.doc();
    if (shape instanceof Shape.Choice choice) {
      String constants = constants(choice);
      description += (description.isEmpty() || constants.isEmpty() ? "" : "\n") + constants;
    }
    if (!description.isEmpty()) {
      schema.put("description", description);
    }
  }

  private static Shape.Label ofType(Shape shape) {
    if (shape instanceof Shape.Structure structure) {
      return structure.label();
    } else if (shape instanceof Shape.Union union) {
      return union.label();
    }
    return shape instanceof Shape.Choice choice ? choice.label() : NONE;
  }

  private static String constants(Shape.Choice choice) {
    return choice.constants().stream()
        .filter(constant -> !constant.doc().isEmpty())
        .map(constant -> constant.name() + ": " + constant.doc())
        .collect(Collectors.joining("\n"));
  }
}
