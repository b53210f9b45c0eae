package dev.talaria.api;

import java.util.concurrent.CompletionStage;
import org.osgi.annotation.versioning.ProviderType;

/** A call under way. Thread-safe. */
@ProviderType
public interface CallHandle {
  /** Returns the id of the call. */
  String callId();

  /** Returns the answer to come; it never completes exceptionally. */
  CompletionStage<CallResult> result();

  /** Asks the tool to end. The answer is then a failure, unless the tool was quicker. */
  void cancel(String reason);
}
