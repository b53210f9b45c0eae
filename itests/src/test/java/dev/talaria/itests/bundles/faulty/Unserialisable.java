package dev.talaria.itests.bundles.faulty;

import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolSpec;
import java.util.ArrayList;
import java.util.List;
import org.osgi.service.component.annotations.Component;

/** Returns what no JSON can hold. */
@Component
@ToolSpec(
    name = "faulty_unserialisable",
    toolset = "faulty",
    description = "Returns what no JSON can hold.")
public final class Unserialisable implements Tool<Unserialisable.Args> {
  public record Args() {}

  /** Holds itself. */
  public record Loop(List<Object> items) {}

  @Override
  public Object call(Args args, ToolContext context) {
    List<Object> items = new ArrayList<>();
    Loop loop = new Loop(items);
    items.add(loop);
    return loop;
  }
}
