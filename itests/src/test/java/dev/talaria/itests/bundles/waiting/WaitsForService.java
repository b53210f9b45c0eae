package dev.talaria.itests.bundles.waiting;

import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolSpec;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Needs a service that nobody offers. */
@Component(name = "it.waits.service")
@ToolSpec(name = "waits_for_service", toolset = "waiting", description = "Never there.")
public final class WaitsForService implements Tool<WaitsForService.Args> {
  public record Args() {}

  private final Comparable<?> missing;

  @Activate
  public WaitsForService(@Reference(name = "missing") Comparable<?> missing) {
    this.missing = missing;
  }

  @Override
  public String call(Args args, ToolContext context) {
    return missing.toString();
  }
}
