package dev.talaria.mcp.server.internal.asking;

import dev.talaria.admin.Elicitor;
import dev.talaria.api.InputRequest;
import dev.talaria.api.ToolContext.Elicitation;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Finds the client that a call came from, so that it can be asked. Thread-safe. */
public final class Askers implements Elicitor {
  private final Map<String, OpenCall> calls = new ConcurrentHashMap<>();
  private final AtomicLong count = new AtomicLong();

  /** Returns an id for a call, unique in this run. */
  public String newId() {
    return "mcp-" + count.incrementAndGet();
  }

  /** Lets a call's client be asked until {@link #close}. */
  public void open(String callId, OpenCall call) {
    calls.put(callId, call);
  }

  /** A call has been answered. */
  public void close(String callId) {
    calls.remove(callId);
  }

  @Override
  public CompletionStage<Map<String, Elicitation>> ask(
      String callId, Map<String, InputRequest> requests, Duration patience) {
    OpenCall call = calls.get(callId);
    return call == null
        ? Answers.all(
            requests, request -> Answers.unavailable("the client does not wait for this call"))
        : call.ask(requests, patience);
  }
}
