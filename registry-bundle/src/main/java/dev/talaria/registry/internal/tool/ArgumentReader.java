package dev.talaria.registry.internal.tool;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectReader;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes a tool's arguments of validated JSON. Immutable.
 *
 * <p>Most tools take a record of texts, numbers and booleans. Such a record is made by its
 * constructor at once; the mapper, which has to be ready for anything, takes many times as long.
 * Whatever is not exactly of that kind, also a constructor that throws, is left to the mapper: it
 * decides, and words the problem.
 */
public final class ArgumentReader {
  /** How a component of a plain type is read; null: not of a node that says exactly that. */
  private static final Map<Class<?>, Function<JsonNode, Object>> PLAIN =
      Map.of(
          String.class, node -> node.isString() ? node.stringValue() : null,
          boolean.class, node -> node.isBoolean() ? node.booleanValue() : null,
          Boolean.class, node -> node.isBoolean() ? node.booleanValue() : null,
          int.class, node -> node.isInt() ? node.intValue() : null,
          Integer.class, node -> node.isInt() ? node.intValue() : null,
          long.class, ArgumentReader::wide,
          Long.class, ArgumentReader::wide);

  private final ObjectReader mapped;
  private final Optional<Plan> plan;

  private record Plan(Constructor<?> constructor, Component[] components) {}

  private record Component(String name, Function<JsonNode, Object> read, boolean nullable) {}

  private ArgumentReader(ObjectReader mapped, Optional<Plan> plan) {
    this.mapped = mapped;
    this.plan = plan;
  }

  static ArgumentReader of(JavaType type, JsonMapper mapper) {
    return new ArgumentReader(mapper.readerFor(type), plan(type));
  }

  private static Object wide(JsonNode node) {
    return node.isInt() || node.isLong() ? node.longValue() : null;
  }

  private static Optional<Plan> plan(JavaType type) {
    Class<?> raw = type.getRawClass();
    if (!raw.isRecord() || type.hasGenericTypes() || isAnnotated(raw)) {
      return Optional.empty();
    }
    RecordComponent[] all = raw.getRecordComponents();
    Class<?>[] types = Arrays.stream(all).map(RecordComponent::getType).toArray(Class<?>[]::new);
    if (!PLAIN.keySet().containsAll(Arrays.asList(types))) {
      return Optional.empty();
    }
    try {
      Constructor<?> constructor = raw.getDeclaredConstructor(types);
      if (raw.getDeclaredConstructors().length > 1
          || isAnnotated(constructor)
          || Arrays.stream(constructor.getParameters()).anyMatch(ArgumentReader::isAnnotated)
          || Arrays.stream(all).anyMatch(one -> isAnnotated(one) || isAnnotated(one.getAccessor()))
          || Arrays.stream(raw.getDeclaredFields()).anyMatch(ArgumentReader::isAnnotated)
          || !constructor.trySetAccessible()) {
        return Optional.empty();
      }
      return Optional.of(
          new Plan(
              constructor,
              Arrays.stream(all)
                  .map(
                      one ->
                          new Component(
                              one.getName(),
                              PLAIN.get(one.getType()),
                              !one.getType().isPrimitive()))
                  .toArray(Component[]::new)));
    } catch (NoSuchMethodException | SecurityException e) {
      // A record has it; where it may not be looked at, the mapper says what it thinks of that.
      return Optional.empty();
    }
  }

  /** Whether somebody told the mapper how to read this; ours tell the processor only. */
  private static boolean isAnnotated(AnnotatedElement element) {
    return Stream.of(element.getAnnotations())
        .map(Annotation::annotationType)
        .map(Class::getName)
        .anyMatch(name -> name.startsWith("tools.jackson.") || name.startsWith("com.fasterxml."));
  }

  /**
   * Makes the arguments.
   *
   * @throws tools.jackson.core.JacksonException if they do not fit
   */
  public Object read(ObjectNode arguments) {
    Object made = plan.isEmpty() ? null : made(plan.get(), arguments);
    return made == null ? mapped.readValue(arguments) : made;
  }

  /** Returns null for anything that is not plain. */
  private static Object made(Plan plan, ObjectNode arguments) {
    Component[] components = plan.components();
    Object[] values = new Object[components.length];
    int present = 0;
    for (int i = 0; i < components.length; i++) {
      Component component = components[i];
      JsonNode node = arguments.get(component.name());
      present += node == null ? 0 : 1;
      if (node != null && !node.isNull()) {
        values[i] = component.read().apply(node);
        if (values[i] == null) {
          return null;
        }
      } else if (!component.nullable()) {
        return null;
      }
    }
    if (present != arguments.size()) {
      return null;
    }
    try {
      return plan.constructor().newInstance(values);
    } catch (ReflectiveOperationException e) {
      // The mapper meets the same, and says so as it always does.
      return null;
    }
  }
}
