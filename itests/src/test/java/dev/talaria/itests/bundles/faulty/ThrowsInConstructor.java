package dev.talaria.itests.bundles.faulty;

import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolSpec;
import org.osgi.service.component.annotations.Component;

/** Cannot be created. */
@Component
@ToolSpec(name = "faulty_constructor", toolset = "faulty", description = "Cannot be created.")
public final class ThrowsInConstructor implements Tool<ThrowsInConstructor.Args> {
  public record Args() {}

  /** Fails. */
  public ThrowsInConstructor() {
    throw new IllegalStateException("no station in range");
  }

  @Override
  public String call(Args args, ToolContext context) {
    return "never";
  }
}
