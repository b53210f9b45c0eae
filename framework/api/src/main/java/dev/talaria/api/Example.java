package dev.talaria.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Values that a parameter or a result field may have, to show what is meant (JSON Schema {@code
 * examples}). Each is written as {@link Default} is: plain text for strings, dates, enums and the
 * like, JSON for everything else. An example that is no value of the type is a compile error.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.RECORD_COMPONENT)
public @interface Example {
  /** Returns the examples, at least one. */
  String[] value();
}
