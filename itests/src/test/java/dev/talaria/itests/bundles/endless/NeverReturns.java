package dev.talaria.itests.bundles.endless;

import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolSpec;
import java.util.concurrent.CountDownLatch;
import org.osgi.service.component.annotations.Component;

/** Never returns. */
@Component
@ToolSpec(name = "endless", toolset = "endless", description = "Never returns.", timeout = "700ms")
public final class NeverReturns implements Tool<NeverReturns.Args> {
  public record Args() {}

  @Override
  public String call(Args args, ToolContext context) {
    CountDownLatch never = new CountDownLatch(1);
    while (true) {
      try {
        never.await();
      } catch (InterruptedException e) {
        // Deaf to it, as code can be.
        continue;
      }
    }
  }
}
