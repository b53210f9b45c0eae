package dev.talaria.itests.bundles.waiting;

import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolSpec;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.ConfigurationPolicy;

/** Is there once an operator has configured it. */
@Component(
    name = "it.waits.configuration",
    configurationPid = "it.waits.configuration",
    configurationPolicy = ConfigurationPolicy.REQUIRE)
@ToolSpec(
    name = "waits_for_configuration",
    toolset = "waiting",
    description = "There once it is configured.")
public final class WaitsForConfiguration implements Tool<WaitsForConfiguration.Args> {
  public record Args() {}

  @Override
  public String call(Args args, ToolContext context) {
    return "configured";
  }
}
