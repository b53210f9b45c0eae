package dev.talaria.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The value of a parameter that the caller left out, written as JSON or as plain text for strings
 * and enums. Makes the parameter optional.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.RECORD_COMPONENT})
public @interface Default {
  /** Returns the value as text. */
  String value();
}
