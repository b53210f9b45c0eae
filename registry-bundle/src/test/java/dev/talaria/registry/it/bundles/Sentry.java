package dev.talaria.registry.it.bundles;

import dev.talaria.api.CallResult;
import dev.talaria.api.Content;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolContext;
import dev.talaria.api.hook.BlockingHook;
import dev.talaria.api.hook.CallReport;
import dev.talaria.api.hook.Decision;
import dev.talaria.api.hook.HookedCall;
import dev.talaria.api.hook.RewritingHook;
import dev.talaria.api.hook.TransformingHook;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Hooks of each kind that guards, and a tool that says whether the first two have seen its call.
 * What they share is a set among the system properties, which the test puts there.
 */
public final class Sentry {
  public static final String SEEN = "it.sentry.seen";
  public static final String MADE = "it.sentry.made";

  private Sentry() {}

  @SuppressWarnings("unchecked")
  private static Set<String> seen() {
    return (Set<String>) System.getProperties().get(SEEN);
  }

  /** Lets a call pass and leaves a mark. */
  public static final class Guard implements BlockingHook {
    public Guard() {
      if (Boolean.getBoolean("it.sentry.broken")) {
        throw new IllegalStateException("cannot be made today");
      }
      System.setProperty(MADE, "" + (Integer.getInteger(MADE, 0) + 1));
    }

    @Override
    public Decision decide(HookedCall call) {
      seen().add(call.callId());
      return Decision.PROCEED;
    }
  }

  /** Writes a mark into the arguments. */
  public static final class Rewriter implements RewritingHook {
    @Override
    public Optional<Map<String, Object>> rewrite(HookedCall call) {
      return Optional.of(Map.of("name", "rewritten"));
    }
  }

  /** Takes the secret out of results. */
  public static final class Redactor implements TransformingHook {
    @Override
    public Optional<CallResult> transform(HookedCall call, CallReport report) {
      return report.result().isFailure()
          ? Optional.empty()
          : Optional.of(
              new CallResult(
                  List.of(new Content.Text(report.result().text().replace("secret", "redacted"))),
                  Optional.empty(),
                  Optional.empty()));
    }
  }

  /** Says what its hooks did, and a secret. */
  public static final class Vault implements Tool<Map<String, Object>> {
    @Override
    public Object call(Map<String, Object> arguments, ToolContext context) {
      boolean guarded = seen().remove(context.callId());
      return (guarded ? "guarded " : "UNGUARDED ") + arguments.get("name") + " secret";
    }
  }
}
