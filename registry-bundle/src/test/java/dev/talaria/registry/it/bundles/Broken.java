package dev.talaria.registry.it.bundles;

import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import java.util.Map;

/** Cannot be made until a system property says otherwise. */
public final class Broken implements Tool<Map<String, Object>> {
  public Broken() {
    if (!Boolean.getBoolean("it.broken.mended")) {
      throw new IllegalStateException("not today");
    }
  }

  @Override
  public Object call(Map<String, Object> arguments, ToolContext context) {
    return "mended";
  }
}
