package dev.talaria.api.hook;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.service.component.annotations.ComponentPropertyType;

/**
 * Says which calls a hook wants, beside {@code @Component}. A hook without it gets all. Hooks of
 * one kind run in the order of {@code service.ranking}, the highest first, then the oldest service.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
@ComponentPropertyType
public @interface HookSpec {
  /** Prefix of the service properties made from this annotation. */
  String PREFIX_ = "hook.";

  /** Names of tools, with {@code *} for any text and {@code ?} for one character. */
  String[] tools() default "*";
}
