package dev.talaria.deploy.internal.component;

import dev.talaria.admin.ReadinessCheck;
import dev.talaria.deploy.internal.agent.Board;
import java.util.Optional;

/** Reports a folder that went away. The runtime serves without it, so it stays ready. */
record FolderCheck(Board board) implements ReadinessCheck {
  @Override
  public String part() {
    return "deploy folder";
  }

  @Override
  public Optional<String> problem() {
    return board.problem();
  }
}
