package dev.talaria.pipeline.mapping;

import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.talaria.api.TypeName;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.DeserializationConfig;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.introspect.Annotated;
import tools.jackson.databind.introspect.AnnotatedClass;
import tools.jackson.databind.introspect.NopAnnotationIntrospector;
import tools.jackson.databind.jsontype.NamedType;

/**
 * Reads and writes sealed interfaces of records as the processor's schemas say: the property {@code
 * type} tells which record it is, by {@link TypeName} or its simple name. Only the records that the
 * interface permits can be named, never a class; nothing is opened by this.
 *
 * <p>Read where the interface is asked for. Written for the interface and also for a record of one
 * by itself, because the value that a tool returns is written without its declared type. A record
 * with a component {@code type} of its own is left as it is. Holds on to no class.
 */
public final class SealedTypes extends NopAnnotationIntrospector {
  private static final long serialVersionUID = 1L;
  private static final String DISCRIMINATOR = "type";

  @Override
  public JsonTypeInfo.Value findPolymorphicTypeInfo(MapperConfig<?> config, Annotated annotated) {
    if (!(annotated instanceof AnnotatedClass)) {
      return null; // components have it from their types
    }
    Class<?> type = annotated.getRawType();
    boolean isWritten = !(config instanceof DeserializationConfig) && isRecordOfOne(type);
    return isWritten || isSealedInterface(type) && records(type).isPresent()
        ? JsonTypeInfo.Value.construct(
            JsonTypeInfo.Id.NAME, JsonTypeInfo.As.PROPERTY, DISCRIMINATOR, null, false, true, null)
        : null;
  }

  @Override
  public List<NamedType> findSubtypes(MapperConfig<?> config, Annotated annotated) {
    Class<?> type = annotated.getRawType();
    if (!(annotated instanceof AnnotatedClass) || !isSealedInterface(type)) {
      return null;
    }
    return records(type)
        .map(all -> all.stream().map(record -> new NamedType(record, name(record))).toList())
        .orElse(null);
  }

  @Override
  public String findTypeName(MapperConfig<?> config, AnnotatedClass annotated) {
    Class<?> type = annotated.getRawType();
    return isRecordOfOne(type) ? name(type) : null;
  }

  private static String name(Class<?> record) {
    TypeName written = record.getAnnotation(TypeName.class);
    return written == null ? record.getSimpleName() : written.value();
  }

  private static boolean isSealedInterface(Class<?> type) {
    return type.isInterface() && type.isSealed();
  }

  /** Returns the records of a sealed interface; nothing when it permits anything else. */
  private static Optional<List<Class<?>>> records(Class<?> sealed) {
    Set<Class<?>> found = new LinkedHashSet<>();
    for (Class<?> permitted : sealed.getPermittedSubclasses()) {
      if (isSealedInterface(permitted)) {
        Optional<List<Class<?>>> below = records(permitted);
        if (below.isEmpty()) {
          return Optional.empty();
        }
        found.addAll(below.get());
      } else if (permitted.isRecord() && !hasOwnType(permitted)) {
        found.add(permitted);
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(new ArrayList<>(found));
  }

  private static boolean isRecordOfOne(Class<?> type) {
    return type.isRecord()
        && interfaces(type).anyMatch(i -> isSealedInterface(i) && records(i).isPresent());
  }

  private static Stream<Class<?>> interfaces(Class<?> type) {
    return Stream.of(type.getInterfaces()).flatMap(i -> Stream.concat(Stream.of(i), interfaces(i)));
  }

  private static boolean hasOwnType(Class<?> record) {
    return Stream.of(record.getRecordComponents())
        .map(RecordComponent::getName)
        .anyMatch(DISCRIMINATOR::equals);
  }
}
