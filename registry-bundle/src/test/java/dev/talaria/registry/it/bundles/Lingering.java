package dev.talaria.registry.it.bundles;

import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.osgi.framework.Bundle;
import org.osgi.framework.FrameworkUtil;

/** Takes its time, and needs its bundle until the end. */
public final class Lingering implements Tool<Lingering.Args> {
  public record Args(String name) {}

  @Override
  public Object call(Args arguments, ToolContext context) throws Exception {
    System.setProperty("it.lingering.entered", "yes");
    boolean told = new CountDownLatch(1).await(1, TimeUnit.SECONDS);
    if (told || FrameworkUtil.getBundle(Lingering.class).getState() != Bundle.ACTIVE) {
      throw new ToolException("the bundle went away under the call");
    }
    return "done";
  }
}
