package dev.talaria.api;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.osgi.annotation.bundle.Capability;
import org.osgi.service.component.annotations.ComponentPropertyType;

/**
 * The declaration of a tool, on the class that implements it, beside {@code @Component}.
 *
 * <p>From this one statement come the service properties ({@code tool.name}, {@code tool.toolset},
 * ...), a capability {@value #NAMESPACE} in the bundle's manifest, and, by the annotation processor
 * {@code dev.talaria:processor}, the declaration document {@code OSGI-INF/tools/NAME.json} with the
 * JSON Schemas. A bundle's tools are therefore known without starting it.
 */
@Documented
@Retention(RetentionPolicy.CLASS)
@Target(ElementType.TYPE)
@ComponentPropertyType
@Capability(
    namespace = ToolSpec.NAMESPACE,
    attribute = {
      ToolSpec.NAMESPACE + "=${#name}",
      "toolset=${#toolset}",
      "override:String='${#override}'",
      "schema='OSGI-INF/tools/${#name}.json'",
      "class=${@class}"
    })
public @interface ToolSpec {
  /** Prefix of the service properties made from this annotation. */
  String PREFIX_ = "tool.";

  /** The capability namespace of declared tools. */
  String NAMESPACE = "dev.talaria.tool";

  /**
   * The name that a model calls: 1 to 64 of {@code [A-Za-z0-9_-]}, starting with a letter. Names
   * with {@code mcp__} are reserved.
   */
  String name();

  /**
   * The group of tools that is enabled and disabled together: 1 to 64 of {@code [a-z0-9_-]},
   * starting with a letter or digit. Toolsets with {@code mcp-} are reserved.
   */
  String toolset();

  /** What the tool does and when to use it, for the model. Must not be blank. */
  String description();

  /** A name for people; empty for none. */
  String title() default "";

  /** A glyph for user interfaces; empty for none. */
  String emoji() default "";

  /** Whether the tool asks to take the place of another of its name; the operator decides. */
  boolean override() default false;

  /** The tool changes nothing. */
  boolean readOnly() default false;

  /** The tool may destroy something; taken as false when read-only. */
  boolean destructive() default true;

  /**
   * Calling the tool twice with the same arguments does what one call does; true when read-only.
   */
  boolean idempotent() default false;

  /** The tool reaches out of the runtime's machine. */
  boolean openWorld() default true;

  /**
   * How long one call may take, as a number with a unit ({@code 500ms}, {@code 30s}, {@code 10m}).
   * Empty: the runtime's {@code call_timeout}.
   */
  String timeout() default "";

  /** Environment variables that the tool wants, shown to the operator. They gate nothing. */
  String[] requiresEnv() default {};

  /** Longest result in characters; 0: the runtime's {@code max_result_chars}; -1: no limit. */
  int maxResultChars() default 0;

  /**
   * The {@link AvailabilityProbe} of the same bundle that says whether the tool can work; empty: it
   * always can.
   */
  String probe() default "";

  /** The {@link DefinitionOverlay} of the same bundle that changes what is shown; empty: none. */
  String overlay() default "";

  /** How many calls may run at once; more of them wait, within their deadlines. 0: no limit. */
  int maxConcurrent() default 0;

  /**
   * The tool is carried out by the agent's own loop; here is only its definition, shown to agents'
   * conversations. A call through the registry is refused.
   */
  boolean agentLoop() default false;
}
