package dev.talaria.registry.internal.policy;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import org.osgi.service.metatype.annotations.Option;

/** The texts of a plugin's configuration; read raw, as {@link RegistryConfiguration}. */
@ObjectClassDefinition(
    factoryPid = "dev.talaria.plugin",
    name = "Plugin",
    description = "What a plugin may do; one configuration for each, named after its bundle.")
public @interface PluginConfiguration {
  @AttributeDefinition(
      name = "Enabled",
      description = "Whether the plugin's tools may stand at all.")
  boolean enabled() default true;

  @AttributeDefinition(
      name = "Allow overriding",
      required = false,
      description =
          "true: the plugin may take the place of the tools named in override_tools. false: of"
              + " none. Unset: as the registry's configuration says.")
  boolean allow__tool__override();

  @AttributeDefinition(
      name = "Tools to override",
      required = false,
      description = "Names of tools, * for any text and ? for one character.")
  String[] override__tools() default {};

  @AttributeDefinition(
      name = "Grants",
      required = false,
      description = "Other doors that are open to the plugin.",
      options = {
        @Option(label = "Join builtin toolsets", value = "toolsets"),
        @Option(label = "Observe calls", value = "hooks.observe"),
        @Option(label = "Block calls", value = "hooks.block"),
        @Option(label = "Rewrite arguments", value = "hooks.rewrite"),
        @Option(label = "Transform results", value = "hooks.transform"),
        @Option(label = "Approve calls", value = "approve"),
        @Option(label = "Have its annotations believed", value = "annotations")
      })
  String[] grants() default {};

  @AttributeDefinition(
      name = "Calls at once",
      description =
          "How many calls of the plugin's tools may run at once; more of them wait, within their own"
              + " time. 0: any number.")
  int max__concurrent__calls() default 0;
}
