package dev.talaria.api;

import java.util.function.Consumer;
import org.osgi.annotation.versioning.ProviderType;

/** The handle of one registered tool. Thread-safe. */
@ProviderType
public interface ToolRegistration extends AutoCloseable {
  /** How the tool stands, and why. */
  record Outcome(ToolState state, String reason) {
    /** Returns whether the tool stands for its name. */
    public boolean stands() {
      return state == ToolState.ACTIVE
          || state == ToolState.UNAVAILABLE
          || state == ToolState.SUSPENDED;
    }
  }

  /** Returns the name it was registered for. */
  String name();

  /** Returns how it stands now. */
  Outcome outcome();

  /** Hears of later outcomes, on the registry's listener thread, until the handle is closed. */
  Subscription onOutcome(Consumer<Outcome> listener);

  /** Ends the registration; calls in flight are let go. Closing twice does nothing more. */
  @Override
  void close();
}
