package dev.talaria.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * How a record of a sealed interface is called in JSON. A value of such an interface carries, in
 * the property {@code type}, which of the records it is; without this annotation it is the simple
 * name of the record.
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface TypeName {
  /** Returns the name: 1 to 64 of {@code [A-Za-z0-9._-]}. */
  String value();
}
