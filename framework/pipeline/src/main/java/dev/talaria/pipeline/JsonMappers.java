package dev.talaria.pipeline;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.talaria.pipeline.mapping.SealedTypes;
import dev.talaria.pipeline.mapping.TextModule;
import tools.jackson.core.Base64Variants;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.AnnotationIntrospector;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;

/** Makes mappers that are safe to feed with what models and servers send. */
public final class JsonMappers {
  /** Deepest nesting that is read or written. */
  public static final int MAX_DEPTH = 200;

  private static final int MAX_STRING_CHARS = 32 * 1024 * 1024;

  // 1e999999999 is short to write and endless to expand.
  private static final int MAX_NUMBER_CHARS = 400;

  private JsonMappers() {}

  /**
   * Returns a new mapper: bounded depth, strict about duplicate keys and trailing text, exact about
   * numbers, properties in the order of their declaration.
   *
   * <p>A mapper holds on to the classes it has seen. Make one for each bundle ({@code
   * base().rebuild().build()}) and drop it when the bundle leaves.
   */
  public static JsonMapper base() {
    JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_DEPTH)
                    .maxStringLength(MAX_STRING_CHARS)
                    .maxNumberLength(MAX_NUMBER_CHARS)
                    .build())
            .streamWriteConstraints(
                StreamWriteConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();
    return JsonMapper.builder(factory)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .enable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
        .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
        // As the processor's schemas say: enums by name, what is absent is left out, times as ISO
        // 8601 with the offset that they have, bytes as Base64, sealed interfaces with a type.
        .disable(EnumFeature.READ_ENUMS_USING_TO_STRING)
        .disable(EnumFeature.WRITE_ENUMS_USING_TO_STRING)
        .changeDefaultPropertyInclusion(
            value -> value.withValueInclusion(JsonInclude.Include.NON_ABSENT))
        .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS)
        .disable(DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
        .disable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
        .disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
        .defaultBase64Variant(Base64Variants.MIME_NO_LINEFEEDS.withPaddingAllowed())
        .annotationIntrospector(
            AnnotationIntrospector.pair(new SealedTypes(), new JacksonAnnotationIntrospector()))
        .addModule(new TextModule())
        .build();
  }
}
