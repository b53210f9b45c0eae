package dev.talaria.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.service.component.annotations.ComponentPropertyType;

/** Names a {@link DefinitionOverlay}, beside {@code @Component}. */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
@ComponentPropertyType
public @interface OverlaySpec {
  /** Prefix of the service properties made from this annotation. */
  String PREFIX_ = "overlay.";

  /**
   * The name that tools of the same bundle use in {@link ToolSpec#overlay()}: 1 to 64 of {@code
   * [A-Za-z0-9._-]}, starting with a letter.
   */
  String name();
}
