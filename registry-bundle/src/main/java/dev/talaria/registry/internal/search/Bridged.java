package dev.talaria.registry.internal.search;

import dev.talaria.api.CallResult;
import dev.talaria.api.ToolCall;

/** What becomes of a call in a session with a search. */
public sealed interface Bridged {
  /** It goes on, perhaps as the call of the tool that was meant. */
  record Forward(ToolCall call) implements Bridged {}

  /** It is answered. */
  record Answer(CallResult result) implements Bridged {}
}
