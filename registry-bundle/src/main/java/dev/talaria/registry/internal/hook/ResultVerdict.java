package dev.talaria.registry.internal.hook;

import dev.talaria.api.CallResult;
import java.util.concurrent.CompletableFuture;

/** What the transforming hooks of a result came to. */
public sealed interface ResultVerdict {
  /** Nobody changes it. */
  record Stays() implements ResultVerdict {}

  /** It is this now. */
  record Made(Transformed result) implements ResultVerdict {}

  /** The caller gets this in its place. */
  record Withheld(CallResult answer) implements ResultVerdict {}

  /** It is to come back when this completes. */
  record Wait(CompletableFuture<Void> until) implements ResultVerdict {}
}
