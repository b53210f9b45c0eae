package dev.talaria.itests.bundles.swap;

import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolSpec;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.osgi.service.component.annotations.Component;

/** Says which content of its bundle answers, and needs its bundle for it. */
@Component
@ToolSpec(
    name = "swapped",
    toolset = "swapped",
    description = "Says which content of its bundle answers.",
    readOnly = true)
public final class Swapped implements Tool<Swapped.Args> {
  public record Args() {}

  public record Result(int content) {}

  @Override
  public Result call(Args args, ToolContext context) throws IOException {
    // Read at each call: a bundle that has gone cannot.
    try (InputStream in = Swapped.class.getResourceAsStream("/content.txt")) {
      return new Result(
          Integer.parseInt(new String(in.readAllBytes(), StandardCharsets.UTF_8).strip()));
    }
  }
}
