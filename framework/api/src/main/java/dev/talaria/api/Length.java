package dev.talaria.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Allowed length of a string in code points (JSON Schema {@code minLength}, {@code maxLength}). */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.RECORD_COMPONENT)
public @interface Length {
  /** Returns the smallest length, inclusive. */
  int min() default 0;

  /** Returns the largest length, inclusive. */
  int max() default Integer.MAX_VALUE;
}
