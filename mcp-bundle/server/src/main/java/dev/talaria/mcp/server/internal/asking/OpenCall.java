package dev.talaria.mcp.server.internal.asking;

import dev.talaria.api.InputRequest;
import dev.talaria.api.ToolContext.Elicitation;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/** A call under way whose client can be asked. Nothing here waits for the client. */
public interface OpenCall {
  /** Asks; cancelling the answers withdraws the questions. */
  CompletionStage<Map<String, Elicitation>> ask(
      Map<String, InputRequest> requests, Duration patience);
}
