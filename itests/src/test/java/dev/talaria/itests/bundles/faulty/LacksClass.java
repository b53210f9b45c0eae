package dev.talaria.itests.bundles.faulty;

import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolSpec;
import org.osgi.service.component.annotations.Component;

/** Needs a class that its build left out. */
@Component
@ToolSpec(
    name = "faulty_linkage",
    toolset = "faulty",
    description = "Needs a class that its build left out.")
public final class LacksClass implements Tool<LacksClass.Args> {
  public record Args() {}

  @Override
  public String call(Args args, ToolContext context) {
    return Absent.word();
  }
}
