package dev.talaria.itests.bundles.greet;

import dev.talaria.api.Default;
import dev.talaria.api.Doc;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolSpec;
import org.osgi.service.component.annotations.Component;

/** A tool without faults, to see whether others disturb it. */
@Component(configurationPid = "it.greet")
@ToolSpec(name = "greet", toolset = "greetings", description = "Greets somebody.", readOnly = true)
public final class Greet implements Tool<Greet.Args> {
  public record Args(@Doc("Who is greeted.") @Default("you") String name) {}

  public record Result(String greeting) {}

  @Override
  public Result call(Args args, ToolContext context) {
    return new Result("Hello " + args.name());
  }
}
