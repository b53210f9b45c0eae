package dev.talaria.admin;

import java.util.List;
import java.util.Objects;

/**
 * A plugin that a file in the deploy folder stands for, whether it runs or not.
 *
 * @param symbolicName the owner's name
 * @param hooks that the content declares which runs or is to run; of files that cannot be read,
 *     none
 * @param awaited whether it does not run and the agent is about to start it
 * @param state why it does not run, such as a file and what became of it; empty: it runs, or
 *     nothing is known yet
 */
public record HeldPlugin(
    String symbolicName, List<DeclaredHook> hooks, boolean awaited, String state) {
  public HeldPlugin {
    Objects.requireNonNull(symbolicName, "symbolicName");
    hooks = List.copyOf(hooks);
    Objects.requireNonNull(state, "state");
  }
}
