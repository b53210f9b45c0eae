package dev.talaria.registry.internal.policy;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/**
 * The texts of the registry's configuration. The values are read raw by {@link PolicyReader} and
 * {@link Limits}, since a typed reading would take more for {@code true} than {@code true}.
 */
@ObjectClassDefinition(
    pid = "dev.talaria.registry",
    name = "Tool registry",
    description = "Who may take the place of whose tools, and how long calls may take.")
public @interface RegistryConfiguration {
  @AttributeDefinition(
      name = "Allow overriding",
      description =
          "Whether plugins may take the place of tools that are there already. Only 'true' opens"
              + " it. A plugin's own configuration (dev.talaria.plugin~NAME) goes first.")
  boolean allow__tool__override() default false;

  @AttributeDefinition(
      name = "Required owners",
      required = false,
      description =
          "TOOL=OWNER, several separated by commas: the tool can be called only while this owner's"
              + " stands, such as terminal=dev.talaria.safeterminal. Allows nothing by itself.")
  String[] required__owner() default {};

  @AttributeDefinition(
      name = "Call timeout",
      description = "How long a call may take, for tools that state no time, such as 300s.")
  String call__timeout() default "300s";

  @AttributeDefinition(
      name = "Drain timeout",
      description =
          "How long calls in flight are waited for when a tool is removed or the runtime ends;"
              + " then they are interrupted.")
  String drain__timeout() default "10s";

  @AttributeDefinition(
      name = "Suspend timeout",
      description =
          "How long a tool stays listed, its calls waiting, when its component is restarted.")
  String suspend__timeout() default "2s";

  @AttributeDefinition(
      name = "Ask timeout",
      description =
          "How long the answer of a person is waited for, when a hook or a tool asks; the call's own"
              + " time stands still meanwhile.")
  String ask__timeout() default "5m";

  @AttributeDefinition(
      name = "Probe lifetime",
      description = "How long the verdict of an availability probe holds.")
  String probe__ttl() default "30s";

  @AttributeDefinition(
      name = "Probe grace",
      description = "How long after its last success a failing probe leaves its tools available.")
  String probe__grace() default "60s";

  @AttributeDefinition(
      name = "Probe timeout",
      description = "How long an availability probe may take.")
  String probe__timeout() default "5s";

  @AttributeDefinition(
      name = "Longest result",
      description =
          "Characters of text of one result; a tool may state less, or that it has no limit. What is"
              + " longer is kept for 24 hours, and read on with the tool read_result.")
  int max__result__chars() default 100000;

  @AttributeDefinition(
      name = "Longest results of a turn",
      description =
          "Characters of text of all results of one turn of an agent; beyond, the longest are kept"
              + " like results that are too long by themselves.")
  int turn__result__chars() default 200000;
}
