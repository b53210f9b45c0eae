package dev.talaria.registry.internal.policy;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The texts of the tool search's configuration; read raw by {@link SearchReader}. */
@ObjectClassDefinition(
    pid = "dev.talaria.toolsearch",
    name = "Tool search",
    description =
        "For sessions that may have a search in place of the tools of plugins and MCP servers. A"
            + " change holds for what is listed from then on.")
public @interface SearchConfiguration {
  @AttributeDefinition(
      name = "Threshold in percent",
      min = "1",
      max = "100",
      description =
          "In mode 'auto', how much of the context window those tools' definitions may take before"
              + " they are hidden.")
  int threshold__percent() default 10;

  @AttributeDefinition(
      name = "Threshold in tokens",
      min = "0",
      description = "The same where the size of the context window is not known.")
  int threshold__tokens() default 20000;

  @AttributeDefinition(
      name = "Default limit",
      min = "1",
      max = "50",
      description = "How many tools a search finds when nothing is said.")
  int default__limit() default 5;

  @AttributeDefinition(
      name = "Greatest limit",
      min = "1",
      max = "50",
      description = "How many tools a search finds at most.")
  int max__limit() default 25;

  @AttributeDefinition(
      name = "Listing",
      min = "0",
      max = "60000",
      description =
          "How many tokens the names of hidden tools may take in the description of the search; 0:"
              + " they are not listed.")
  int listing__tokens() default 4000;
}
