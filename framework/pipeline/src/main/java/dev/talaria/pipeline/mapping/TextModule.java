package dev.talaria.pipeline.mapping;

import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.OffsetTime;
import java.time.format.DateTimeFormatter;
import java.util.IllformedLocaleException;
import java.util.Locale;
import java.util.function.Function;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.ValueSerializer;
import tools.jackson.databind.module.SimpleModule;

/**
 * Strings as people and models write them, where the mapper's own way is another: paths as paths
 * and not as URIs, dates and times as nothing else, locales as language tags (BCP 47), URIs in
 * ASCII and times with seconds as their formats ask, months by name.
 */
public final class TextModule extends SimpleModule {
  private static final long serialVersionUID = 1L;

  /** Creates the module. */
  public TextModule() {
    super("talaria-texts");
    addSerializer(Path.class, new Writer<>(Path::toString));
    addDeserializer(Path.class, new Reader<>(Path.class, Path::of));
    addSerializer(Locale.class, new Writer<>(Locale::toLanguageTag));
    addDeserializer(
        Locale.class,
        new Reader<>(Locale.class, tag -> new Locale.Builder().setLanguageTag(tag).build()));
    // The mapper's own readers take a date with a time for either, and drop what does not fit.
    addDeserializer(LocalDate.class, new Reader<>(LocalDate.class, LocalDate::parse));
    addDeserializer(LocalTime.class, new Reader<>(LocalTime.class, LocalTime::parse));
    addDeserializer(LocalDateTime.class, new Reader<>(LocalDateTime.class, LocalDateTime::parse));
    addSerializer(URI.class, new Writer<>(URI::toASCIIString));
    addSerializer(OffsetTime.class, new Writer<>(DateTimeFormatter.ISO_OFFSET_TIME::format));
    addSerializer(Month.class, new Writer<>(Month::name));
  }

  private static final class Writer<T> extends ValueSerializer<T> {
    private final Function<T, String> text;

    private Writer(Function<T, String> text) {
      this.text = text;
    }

    @Override
    public void serialize(T value, JsonGenerator out, SerializationContext context) {
      out.writeString(text.apply(value));
    }
  }

  private static final class Reader<T> extends ValueDeserializer<T> {
    private final Class<T> type;
    private final Function<String, T> parser;

    private Reader(Class<T> type, Function<String, T> parser) {
      this.type = type;
      this.parser = parser;
    }

    @Override
    public T deserialize(JsonParser in, DeserializationContext context) {
      String text = in.getString();
      try {
        return parser.apply(text);
      } catch (InvalidPathException | IllformedLocaleException | DateTimeException e) {
        return type.cast(context.handleWeirdStringValue(type, text, "%s", e.getMessage()));
      }
    }
  }
}
