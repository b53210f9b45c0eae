package dev.talaria.registry.internal.policy;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The texts of the operator's filter; read raw by {@link ToolsetReader}. */
@ObjectClassDefinition(
    pid = "dev.talaria.toolsets",
    name = "Offered tools",
    description = "Which tools are offered at all, to any session.")
public @interface ToolsetFilterConfiguration {
  @AttributeDefinition(
      name = "Enabled",
      required = false,
      description =
          "Toolsets, tools or SERVER:TOOL that are offered, and nothing else. Unset: everything."
              + " There, but empty: nothing.")
  String[] enabled();

  @AttributeDefinition(
      name = "Disabled",
      required = false,
      description = "Toolsets, tools or SERVER:TOOL that are not offered, whatever is enabled.")
  String[] disabled() default {};
}
