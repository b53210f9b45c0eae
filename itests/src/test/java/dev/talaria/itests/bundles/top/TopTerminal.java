package dev.talaria.itests.bundles.top;

import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolSpec;
import java.util.Map;
import org.osgi.service.component.annotations.Component;

/** Overrides the terminal and says who is below. */
@Component
@ToolSpec(
    name = "terminal",
    toolset = "terminal",
    override = true,
    description = "Says what the terminal below it answers to a plain echo.")
public final class TopTerminal implements Tool<TopTerminal.Args> {
  public record Args() {}

  @Override
  public String call(Args args, ToolContext context) {
    return "on top of: " + context.callOverridden(Map.of("command", "printf below")).text();
  }
}
