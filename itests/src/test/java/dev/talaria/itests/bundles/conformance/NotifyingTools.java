package dev.talaria.itests.bundles.conformance;

import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolDeclaration;
import dev.talaria.api.ToolRegistration;
import dev.talaria.api.ToolRegistry;
import dev.talaria.api.ToolSpec;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;

/** Tools that say something before, or besides, their results. */
public final class NotifyingTools {
  private static final long PAUSE_MILLIS = 50;

  private NotifyingTools() {}

  /** No arguments. */
  public record None() {}

  @Component
  @ToolSpec(
      name = "test_tool_with_progress",
      toolset = "conformance",
      description = "Reports progress.")
  public static final class Progress implements Tool<None> {
    @Override
    public Object call(None arguments, ToolContext context) throws InterruptedException {
      context.progress(0, 100, "");
      Thread.sleep(PAUSE_MILLIS);
      context.progress(50, 100, "");
      Thread.sleep(PAUSE_MILLIS);
      context.progress(100, 100, "");
      return "Progress was reported.";
    }
  }

  @Component
  @ToolSpec(name = "test_tool_with_logging", toolset = "conformance", description = "Logs.")
  public static final class Logs implements Tool<None> {
    @Override
    public Object call(None arguments, ToolContext context) throws InterruptedException {
      context.log().log(System.Logger.Level.INFO, "Tool execution started");
      Thread.sleep(PAUSE_MILLIS);
      context.log().log(System.Logger.Level.INFO, "Tool processing data");
      Thread.sleep(PAUSE_MILLIS);
      context.log().log(System.Logger.Level.INFO, "Tool execution completed");
      return "Three messages were logged.";
    }
  }

  @Component
  @ToolSpec(name = "test_logging_tool", toolset = "conformance", description = "Logs.")
  public static final class LogsToo implements Tool<None> {
    @Override
    public Object call(None arguments, ToolContext context) throws InterruptedException {
      return new Logs().call(arguments, context);
    }
  }

  /** Adds a tool when there is none, and removes it when there is. */
  @Component
  @ToolSpec(
      name = "test_trigger_tool_change",
      toolset = "conformance",
      description = "Changes the list of tools.")
  public static final class TriggerToolChange implements Tool<None> {
    private final ToolRegistry registry;

    /** Guarded by this. */
    private ToolRegistration extra;

    @Activate
    public TriggerToolChange(@Reference ToolRegistry registry) {
      this.registry = registry;
    }

    @Override
    public synchronized Object call(None arguments, ToolContext context) {
      if (extra == null) {
        extra =
            registry.register(
                ToolDeclaration.named("conf_extra", "conformance")
                    .description("Comes and goes.")
                    .inputSchema("{\"type\":\"object\",\"additionalProperties\":false}")
                    .build(),
                (None none, ToolContext c) -> "here",
                None.class);
        return "Added conf_extra.";
      }
      close();
      return "Removed conf_extra.";
    }

    @Deactivate
    synchronized void close() {
      if (extra != null) {
        extra.close();
        extra = null;
      }
    }
  }
}
