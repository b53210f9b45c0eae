package dev.talaria.admin;

import dev.talaria.api.ToolState;
import java.util.Objects;

/**
 * How a standing tool is after its probe was asked anew.
 *
 * @param name of the tool
 * @param probed whether there is a probe or an overlay to ask
 * @param state of the tool now
 * @param reason why it is not ACTIVE and what to do about it, or an empty text
 */
public record ProbedTool(String name, boolean probed, ToolState state, String reason) {
  public ProbedTool {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(reason, "reason");
  }
}
