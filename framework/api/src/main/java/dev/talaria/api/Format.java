package dev.talaria.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * What kind of string it is (JSON Schema {@code format}): {@code email}, {@code hostname}, {@code
 * ipv4}, {@code uri}, {@code json-pointer} and so on. Tells models and user interfaces what to
 * send; what must hold is said with {@link Pattern}, since formats are not validated (JSON Schema
 * 2020-12, validation, 7.2.1). On {@code String} and {@code java.net.URI} only: dates, durations
 * and the like have their types, and those their formats.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.RECORD_COMPONENT)
public @interface Format {
  /** Returns the name of a format that JSON Schema 2020-12 defines. */
  String value();
}
