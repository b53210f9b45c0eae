package dev.talaria.itests.bundles.faulty;

import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolSpec;
import org.osgi.service.component.annotations.Component;

/** Calls itself without an end. */
@Component
@ToolSpec(
    name = "faulty_overflow",
    toolset = "faulty",
    description = "Calls itself without an end.")
public final class Overflows implements Tool<Overflows.Args> {
  public record Args() {}

  @Override
  public String call(Args args, ToolContext context) {
    return "x" + call(args, context);
  }
}
