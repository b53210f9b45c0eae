package dev.talaria.itests.bundles.faulty;

import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolSpec;
import org.osgi.service.component.annotations.Component;

/** Returns null. */
@Component
@ToolSpec(name = "faulty_null", toolset = "faulty", description = "Returns null.")
public final class ReturnsNull implements Tool<ReturnsNull.Args> {
  public record Args() {}

  @Override
  public String call(Args args, ToolContext context) {
    return null;
  }
}
