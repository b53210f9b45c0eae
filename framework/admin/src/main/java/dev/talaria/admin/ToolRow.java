package dev.talaria.admin;

import dev.talaria.api.ToolInfo;
import java.util.Objects;
import java.util.Optional;

/**
 * One candidate for a tool name.
 *
 * @param info what it is; {@link ToolInfo#state()} says how it stands
 * @param reason why it does not stand, or an empty text
 * @param since when it fares so; empty: what is shown has not been published yet
 */
public record ToolRow(ToolInfo info, String reason, Optional<Since> since) {
  public ToolRow {
    Objects.requireNonNull(info, "info");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(since, "since");
  }

  /** Creates the row of a candidate of which is not known since when it fares so. */
  public ToolRow(ToolInfo info, String reason) {
    this(info, reason, Optional.empty());
  }
}
