package dev.talaria.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A name for people, for a parameter, a result field, a record, an enum or a sealed interface (JSON
 * Schema {@code title}). User interfaces show it in place of the name in the source.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.RECORD_COMPONENT, ElementType.TYPE})
public @interface Title {
  /** Returns the name, not blank. */
  String value();
}
