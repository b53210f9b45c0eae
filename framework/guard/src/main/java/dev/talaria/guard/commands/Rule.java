package dev.talaria.guard.commands;

import java.util.Optional;

/** One reason not to run a command. Stateless. */
@FunctionalInterface
interface Rule {
  /** Returns the reason, in words that follow "refused: ", if the rule forbids this. */
  Optional<String> against(Invocation invocation, Places places, WordExpander expander);
}
