package dev.talaria.itests.bundles.faulty;

import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolSpec;
import org.osgi.service.component.annotations.Component;

/** Throws an error. */
@Component
@ToolSpec(name = "faulty_error", toolset = "faulty", description = "Throws an error.")
public final class ThrowsError implements Tool<ThrowsError.Args> {
  public record Args() {}

  @Override
  public String call(Args args, ToolContext context) {
    throw new AssertionError("the sky fell");
  }
}
