package dev.talaria.terminal.internal.access;

import dev.talaria.api.ToolContext;
import dev.talaria.api.ToolContext.Elicitation;
import dev.talaria.api.ToolException;
import dev.talaria.guard.commands.CommandAllowList;
import dev.talaria.guard.commands.CommandDecision;
import dev.talaria.guard.commands.CommandPolicy;
import java.nio.file.Path;
import java.util.Optional;

/** Decides whether a command runs: the hard floor first, then what the operator configured. */
public final class CommandApproval {
  private final CommandPolicy floor;
  private final ApprovalMode mode;
  private final CommandAllowList allowed;
  private final Optional<String> closed;

  /**
   * Creates the decision.
   *
   * @param closed why no command runs at all, whatever the mode; empty: that is decided by the rest
   */
  CommandApproval(
      CommandPolicy floor, ApprovalMode mode, CommandAllowList allowed, Optional<String> closed) {
    this.floor = floor;
    this.mode = mode;
    this.allowed = allowed;
    this.closed = closed;
  }

  /**
   * Returns if the command may run; may wait for a person.
   *
   * @param folder that it will run in
   * @throws ToolException with the reason if it may not
   */
  public void require(ToolContext context, String command, Path folder) throws ToolException {
    if (closed.isPresent()) {
      throw new ToolException(
          "Commands are switched off here: " + closed.get() + ". Do without the terminal.");
    }
    if (mode == ApprovalMode.DENY) {
      throw new ToolException(
          "Commands are switched off here (approval in "
              + TerminalConfiguration.PID
              + " is deny or not a valid value). Do without the terminal.");
    }
    if (floor.decide(command, folder) instanceof CommandDecision.Refused refused) {
      throw new ToolException(refused.reason());
    }
    if (mode == ApprovalMode.ALLOW) {
      return;
    }
    Optional<String> notListed = allowed.refusal(command);
    if (notListed.isPresent()) {
      ask(context, command, folder, notListed.get());
    }
  }

  /**
   * Returns if text may be sent to a process that runs already. It need not be a command, so only
   * what is clearly one that never runs is refused.
   */
  public void requireInput(String text, Path folder) throws ToolException {
    if (floor.decide(text, folder) instanceof CommandDecision.Refused refused
        && refused.understood()) {
      throw new ToolException(refused.reason());
    }
  }

  private static void ask(ToolContext context, String command, Path folder, String reason)
      throws ToolException {
    Elicitation answer = context.ask("Run this command in " + folder + "?\n\n" + command, "");
    switch (answer.action()) {
      case ACCEPTED -> {
        return;
      }
      case DECLINED ->
          throw new ToolException("The user refused this command. Do not try it in another form.");
      case CANCELLED ->
          throw new ToolException("The user gave no answer; the command did not run.");
      case UNAVAILABLE ->
          throw new ToolException(
              "This command needs approval ("
                  + reason
                  + "), and nobody can be asked: "
                  + answer.reason()
                  + ". The operator can add it to 'allow' in "
                  + TerminalConfiguration.PID
                  + ", or set approval=allow there.");
    }
  }
}
