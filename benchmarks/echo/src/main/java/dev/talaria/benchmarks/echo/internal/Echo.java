package dev.talaria.benchmarks.echo.internal;

import dev.talaria.api.Doc;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolSpec;
import org.osgi.service.component.annotations.Component;

/** Does nothing, so that a call of it costs what the runtime costs. */
@Component
@ToolSpec(
    name = "echo",
    toolset = "benchmark",
    readOnly = true,
    description = "Returns the text that it is given.")
public final class Echo implements Tool<Echo.Args> {
  /** What is said back. */
  public record Args(@Doc("The text to return") String text) {}

  @Override
  public String call(Args args, ToolContext context) {
    return args.text();
  }
}
