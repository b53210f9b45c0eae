package dev.talaria.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A sentence about other tools, on a tool's class. It is added to the tool's description only for
 * sessions that have all of these tools, so that a model never reads of a tool that it cannot call.
 * Descriptions themselves should name no other tool.
 *
 * <p>At most 16 on a tool.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
@Repeatable(SeeAlso.List.class)
public @interface SeeAlso {
  /** The names of the tools that the text speaks of: 1 to 16, not the tool's own. */
  String[] tools();

  /**
   * The sentence, such as "Prefer web_search for a plain question."; not blank, at most 1000
   * characters.
   */
  String text();

  /** Several of them. */
  @Documented
  @Retention(RetentionPolicy.CLASS)
  @Target(ElementType.TYPE)
  @interface List {
    /** In the order in which they are added. */
    SeeAlso[] value();
  }
}
