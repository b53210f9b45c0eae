package dev.talaria.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Allowed size of a collection (JSON Schema {@code minItems}, {@code maxItems}). */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.RECORD_COMPONENT)
public @interface Items {
  /** Returns the smallest size, inclusive. */
  int min() default 0;

  /** Returns the largest size, inclusive. */
  int max() default Integer.MAX_VALUE;
}
