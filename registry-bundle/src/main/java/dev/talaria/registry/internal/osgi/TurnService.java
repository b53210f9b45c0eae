package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.TurnResults;
import dev.talaria.api.CallResult;
import dev.talaria.api.ToolSession;
import dev.talaria.registry.internal.result.Recipient;
import dev.talaria.registry.internal.result.TurnBudget;
import dev.talaria.registry.internal.session.Sessions;
import java.util.List;

/** Offers the budget of turns to agent loops. */
final class TurnService implements TurnResults {
  private final Sessions sessions;
  private final TurnBudget budget;

  TurnService(Sessions sessions, TurnBudget budget) {
    this.sessions = sessions;
    this.budget = budget;
  }

  @Override
  public List<CallResult> fit(ToolSession session, List<Answer> turn) {
    Recipient to =
        sessions
            .recipient(session.id())
            .orElseThrow(
                () -> new IllegalArgumentException("There is no open session " + session.id()));
    return budget.fit(to, turn);
  }
}
