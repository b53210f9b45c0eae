package dev.talaria.admin;

import dev.talaria.api.ToolInfo;
import java.util.Objects;

/**
 * One candidate for a tool name.
 *
 * @param info what it is; {@link ToolInfo#state()} says how it stands
 * @param reason why it does not stand, or an empty text
 */
public record ToolRow(ToolInfo info, String reason) {
  public ToolRow {
    Objects.requireNonNull(info, "info");
    Objects.requireNonNull(reason, "reason");
  }
}
