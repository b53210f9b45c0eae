package dev.talaria.registry.internal.result;

import dev.talaria.admin.TurnResults.Answer;
import dev.talaria.api.CallResult;
import dev.talaria.registry.internal.policy.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Keeps the results of a turn within the turn's limit: the longest goes into a file first. */
public final class TurnBudget {
  /** How much of a text stays when it cannot be saved. */
  private static final int INLINE_CHARS = 1_500;

  private final Supplier<Limits> limits;
  private final ResultSpiller spiller;
  private final Predicate<String> isPinned;

  /**
   * Creates the budget.
   *
   * @param isPinned whether the results of a tool are never too long
   */
  public TurnBudget(Supplier<Limits> limits, ResultSpiller spiller, Predicate<String> isPinned) {
    this.limits = limits;
    this.spiller = spiller;
    this.isPinned = isPinned;
  }

  /** Returns the results, shortened until they fit together or nothing is left to shorten. */
  public List<CallResult> fit(Recipient to, List<Answer> turn) {
    List<CallResult> results = new ArrayList<>();
    turn.forEach(answer -> results.add(answer.result()));
    int limit = ResultKeeper.budget(limits.get(), to).turnChars();
    boolean[] settled = new boolean[turn.size()];
    while (results.stream().mapToLong(TurnBudget::chars).sum() > limit) {
      int longest = longest(turn, results, settled);
      if (longest < 0) {
        break;
      }
      settled[longest] = true;
      Answer answer = turn.get(longest);
      // What stays beside the block is for programs, not for the model.
      results.set(
          longest,
          spiller.spilled(
              answer.result(),
              answer.result().structuredJson(),
              answer.tool(),
              answer.callId(),
              to,
              INLINE_CHARS));
    }
    return results;
  }

  private int longest(List<Answer> turn, List<CallResult> results, boolean[] settled) {
    int longest = -1;
    long most = ResultTexts.MAX_BLOCK_CHARS;
    for (int i = 0; i < settled.length; i++) {
      // What is a block already is shorter than any that takes its place.
      if (!settled[i] && chars(results.get(i)) > most && !isPinned.test(turn.get(i).tool())) {
        longest = i;
        most = chars(results.get(i));
      }
    }
    return longest;
  }

  private static long chars(CallResult result) {
    return ResultTexts.chars(result.content());
  }
}
