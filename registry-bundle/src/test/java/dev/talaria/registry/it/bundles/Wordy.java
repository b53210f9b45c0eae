package dev.talaria.registry.it.bundles;

import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;

/** Says more than anybody wants to hear. */
public final class Wordy implements Tool<Wordy.Args> {
  public record Args(String name) {}

  @Override
  public Object call(Args arguments, ToolContext context) {
    return "a line of many\n".repeat(10_000);
  }
}
