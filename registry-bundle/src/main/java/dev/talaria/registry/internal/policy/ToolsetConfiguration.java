package dev.talaria.registry.internal.policy;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The texts of a toolset's configuration; read raw by {@link ToolsetReader}. */
@ObjectClassDefinition(
    factoryPid = "dev.talaria.toolset",
    name = "Toolset",
    description = "A toolset of your own; one configuration for each, named after it.")
public @interface ToolsetConfiguration {
  @AttributeDefinition(name = "Description", required = false, description = "For people.")
  String description() default "";

  @AttributeDefinition(
      name = "Tools",
      required = false,
      description = "Names of tools, beside those that say themselves that they stand in it.")
  String[] tools() default {};

  @AttributeDefinition(
      name = "Includes",
      required = false,
      description = "Names of other toolsets, or of MCP servers.")
  String[] includes() default {};

  @AttributeDefinition(
      name = "Way of working",
      required = false,
      description =
          "true: when the toolset is disabled, only what is not in the toolset 'core' goes. Only"
              + " 'true' counts.")
  boolean posture() default false;
}
