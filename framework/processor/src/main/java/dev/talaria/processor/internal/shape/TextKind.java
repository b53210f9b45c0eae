package dev.talaria.processor.internal.shape;

import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Base64;
import java.util.IllformedLocaleException;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/**
 * The Java types that are strings in JSON. What the mapper of the runtime reads and writes for them
 * is what the formats and patterns here say.
 *
 * <p>Where the format of JSON Schema is narrower than what Java writes, results have a pattern in
 * its place, because clients that check formats would refuse right results: {@code date-time} and
 * {@code time} always have an offset, {@code duration} no fraction and no sign (RFC 3339).
 */
public enum TextKind {
  STRING("java.lang.String", "a string", text -> text),
  PATH("java.nio.file.Path", "a path", text -> text),
  URI_REFERENCE("java.net.URI", "a URI", URI::create),
  UUID_TEXT("java.util.UUID", "a UUID", UUID::fromString),
  LOCALE(
      "java.util.Locale",
      "a language tag such as fr-CH",
      text -> new Locale.Builder().setLanguageTag(text).build()),
  INSTANT("java.time.Instant", "a time with Z or offset", Instant::parse),
  OFFSET_DATE_TIME("java.time.OffsetDateTime", "a time with offset", OffsetDateTime::parse),
  ZONED_DATE_TIME("java.time.ZonedDateTime", "a time with offset", ZonedDateTime::parse),
  LOCAL_DATE_TIME("java.time.LocalDateTime", "a time without offset", LocalDateTime::parse),
  LOCAL_DATE("java.time.LocalDate", "a date such as 2026-01-31", LocalDate::parse),
  YEAR_MONTH("java.time.YearMonth", "a month such as 2026-01", YearMonth::parse),
  LOCAL_TIME("java.time.LocalTime", "a time of day such as 14:30", LocalTime::parse),
  OFFSET_TIME("java.time.OffsetTime", "a time of day with offset", OffsetTime::parse),
  DURATION("java.time.Duration", "a duration such as PT1H30M", Duration::parse),
  PERIOD("java.time.Period", "a period such as P1Y2M3D", Period::parse),
  ZONE("java.time.ZoneId", "a time zone such as Europe/Paris", ZoneId::of),
  BYTES("byte[]", "Base64", text -> Base64.getDecoder().decode(text));

  private static final String CLOCK = "\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?";

  private final String javaName;
  private final String meaning;
  private final Function<String, Object> parser;

  TextKind(String javaName, String meaning, Function<String, Object> parser) {
    this.javaName = javaName;
    this.meaning = meaning;
    this.parser = parser;
  }

  /** Returns the kind of a class, if it is a string in JSON. */
  static Optional<TextKind> of(String className) {
    for (TextKind kind : values()) {
      if (kind.javaName.equals(className)) {
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  /** Returns whether lengths and patterns may be written on it. */
  boolean isFree() {
    return this == STRING || this == PATH || this == URI_REFERENCE;
  }

  /** Returns whether a format may be written on it. */
  boolean takesFormat() {
    return this == STRING || this == URI_REFERENCE;
  }

  /** Returns why a text is no value of this kind, or nothing when it is one. */
  Optional<String> mismatch(String text) {
    try {
      parser.apply(text);
      return Optional.empty();
    } catch (DateTimeException | IllegalArgumentException | IllformedLocaleException e) {
      return Optional.of("'" + text + "' is not " + meaning);
    }
  }

  /** Returns the format of what is sent. */
  public Optional<String> argumentFormat() {
    return switch (this) {
      case URI_REFERENCE -> Optional.of("uri");
      case DURATION, PERIOD -> Optional.of("duration");
      default -> resultFormat();
    };
  }

  /** Returns the format of what is answered. */
  public Optional<String> resultFormat() {
    return switch (this) {
      case URI_REFERENCE -> Optional.of("uri-reference");
      case UUID_TEXT -> Optional.of("uuid");
      case INSTANT, OFFSET_DATE_TIME, ZONED_DATE_TIME -> Optional.of("date-time");
      case LOCAL_DATE -> Optional.of("date");
      case OFFSET_TIME -> Optional.of("time");
      default -> Optional.empty();
    };
  }

  /** Returns the pattern of what is sent. */
  public Optional<String> argumentPattern() {
    return switch (this) {
      case DURATION ->
          Optional.of("^P(?=\\d|T\\d)(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+(\\.\\d{1,9})?S)?)?$");
      case PERIOD -> Optional.of("^P(?=\\d)(\\d+Y)?(\\d+M)?(\\d+W)?(\\d+D)?$");
      default -> resultPattern();
    };
  }

  /** Returns the pattern of what is answered. */
  public Optional<String> resultPattern() {
    return switch (this) {
      case LOCALE -> Optional.of("^[A-Za-z0-9]{1,8}(-[A-Za-z0-9]{1,8})*$");
      case LOCAL_DATE_TIME -> Optional.of("^\\d{4}-\\d{2}-\\d{2}T" + CLOCK + "$");
      case YEAR_MONTH -> Optional.of("^\\d{4}-\\d{2}$");
      case LOCAL_TIME -> Optional.of("^" + CLOCK + "$");
      case DURATION -> Optional.of("^PT(-?\\d+H)?(-?\\d+M)?(-?\\d+(\\.\\d{1,9})?S)?$");
      case PERIOD -> Optional.of("^P(-?\\d+Y)?(-?\\d+M)?(-?\\d+D)?$");
      default -> Optional.empty();
    };
  }

  /** Returns how bytes are written. */
  public Optional<String> encoding() {
    return this == BYTES ? Optional.of("base64") : Optional.empty();
  }
}
