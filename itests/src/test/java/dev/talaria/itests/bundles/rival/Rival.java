package dev.talaria.itests.bundles.rival;

import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolSpec;
import org.osgi.service.component.annotations.Component;

/** Takes a builtin's name without asking to override it. */
@Component
@ToolSpec(name = "read_file", toolset = "rival", description = "Reads nothing.")
public final class Rival implements Tool<Rival.Args> {
  public record Args() {}

  @Override
  public String call(Args args, ToolContext context) {
    return "nothing";
  }
}
