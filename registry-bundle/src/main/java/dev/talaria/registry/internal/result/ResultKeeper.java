package dev.talaria.registry.internal.result;

import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Origin;
import dev.talaria.pipeline.Failures;
import dev.talaria.pipeline.ResultBudget;
import dev.talaria.registry.internal.policy.Limits;
import dev.talaria.registry.internal.tool.Binding;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Keeps results within what their recipients take. Text beyond the limit goes to a file; a
 * structured value, which is for programs, stays whole up to a bound of its own where the tool
 * promised one by a schema. Thread-safe; runs on the thread of the call.
 */
public final class ResultKeeper {
  /** Longest structured value beside a text that was too long. */
  static final int MAX_STRUCTURED_CHARS = 1024 * 1024;

  private final Supplier<Limits> limits;
  private final ResultSpiller spiller;

  public ResultKeeper(Supplier<Limits> limits, ResultSpiller spiller) {
    this.limits = limits;
    this.spiller = spiller;
  }

  /** Returns how much text a session takes. */
  static ResultBudget budget(Limits limits, Recipient to) {
    return ResultBudget.of(
        limits.maxResultChars(), limits.turnResultChars(), to.spec().options().contextTokens());
  }

  /**
   * Returns what a caller gets of a result.
   *
   * @param result whole, as its tool gave it
   * @param binding of the tool
   */
  public CallResult keep(
      CallResult result, Binding binding, Recipient to, String tool, String callId) {
    int limit =
        budget(limits.get(), to)
            .limitOf(
                binding.document().maxResultChars(),
                binding.scope().owner().origin() == Origin.MCP);
    long text = ResultTexts.chars(result.content());
    int structured = result.structuredJson().map(String::length).orElse(0);
    if (text <= limit && structured <= limit) {
      return result;
    }
    if (result.isFailure()) {
      return failed(result, text > limit);
    }
    boolean promised = binding.document().outputSchema().isPresent();
    boolean isText =
        structured > 0
            && ResultTexts.joined(result.content()).equals(result.structuredJson().get());
    if (structured > limit && (structured > MAX_STRUCTURED_CHARS || !promised && isText)) {
      return promised
          ? tooLong(result, to, tool, callId)
          : spiller.spilled(result, Optional.empty(), tool, callId, to, limit);
    }
    return text <= limit
        ? result
        : spiller.spilled(result, result.structuredJson(), tool, callId, to, limit);
  }

  /** A failure speaks in a sentence. */
  private static CallResult failed(CallResult result, boolean textTooLong) {
    Failure failure = result.failure().orElseThrow();
    return textTooLong
        ? Failures.of(failure, result.text())
        : new CallResult(result.content(), Optional.empty(), result.failure());
  }

  /** Half of a structured value would not fit the tool's schema, and no value is a failure. */
  private CallResult tooLong(CallResult result, Recipient to, String tool, String callId) {
    String json = result.structuredJson().orElseThrow();
    String rest =
        spiller
            .save(json, callId, to)
            .map(
                saved ->
                    "all of it is kept for 24 hours, read it with "
                        + ReadResult.NAME
                        + "(id=\""
                        + saved.id()
                        + "\")")
            .orElse("it could not be kept");
    return Failures.of(
        Failure.RESULT_CONTRACT,
        tool
            + " did run, but its structured result has "
            + json.length()
            + " characters, more than the "
            + MAX_STRUCTURED_CHARS
            + " that can be passed on: "
            + rest
            + "; or ask for less of it",
        Map.of("error_type", "tool_result_contract", "tool", tool));
  }
}
