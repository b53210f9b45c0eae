package dev.talaria.registry.it.bundles;

import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import org.osgi.framework.FrameworkUtil;

/** Says which version of its bundle greets; notes in a system property that it was made. */
public final class Greeter implements Tool<Greeter.Args> {
  public record Args(String name) {}

  public record Result(String greeting, String version) {}

  public Greeter() {
    System.setProperty("it.greeter.made", "yes");
  }

  @Override
  public Object call(Args arguments, ToolContext context) {
    return new Result(
        "hello " + arguments.name(),
        FrameworkUtil.getBundle(Greeter.class).getVersion().toString());
  }
}
