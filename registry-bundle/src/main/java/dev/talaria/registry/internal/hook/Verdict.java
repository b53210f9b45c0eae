package dev.talaria.registry.internal.hook;

import dev.talaria.api.CallResult;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.node.ObjectNode;

/** What the hooks of a call came to. */
public sealed interface Verdict {
  /** The call goes on, with these arguments. */
  record Proceed(ObjectNode arguments) implements Verdict {}

  /** The call goes on, with these arguments, if the person behind the caller agrees. */
  record Ask(ObjectNode arguments, String question) implements Verdict {}

  /** The call is to come back when this completes; it has not passed its hooks yet. */
  record Wait(CompletableFuture<Void> until) implements Verdict {}

  /** The call is answered with this. */
  record Refuse(CallResult answer) implements Verdict {}
}
