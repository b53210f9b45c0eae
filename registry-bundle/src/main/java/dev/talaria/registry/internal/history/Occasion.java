package dev.talaria.registry.internal.history;

import dev.talaria.admin.ToolEvent;
import dev.talaria.registry.internal.model.InputChange;
import java.util.Objects;

/**
 * Why the inputs change, for those who ask later. Resolution does not look at it.
 *
 * @param detail in a few words; may be empty
 */
public record Occasion(ToolEvent event, String detail) {
  public Occasion {
    Objects.requireNonNull(event, "event");
    Objects.requireNonNull(detail, "detail");
  }

  /** Returns what a change says of itself. */
  public static Occasion of(InputChange change) {
    if (change instanceof InputChange.Arrived) {
      return new Occasion(ToolEvent.ARRIVED, "");
    } else if (change instanceof InputChange.Left) {
      return new Occasion(ToolEvent.LEFT, "");
    } else if (change instanceof InputChange.Suspended) {
      return new Occasion(ToolEvent.SUSPENDED, "its service went and may come back");
    } else if (change instanceof InputChange.Placed) {
      return new Occasion(ToolEvent.PLACED, "");
    } else if (change instanceof InputChange.Promoted promoted) {
      return new Occasion(ToolEvent.PROMOTED, "the deployment " + promoted.deployment());
    } else if (change instanceof InputChange.Forgotten) {
      return new Occasion(ToolEvent.FORGOTTEN, "");
    } else if (change instanceof InputChange.Declared) {
      return new Occasion(ToolEvent.DECLARED, "");
    }
    return change instanceof InputChange.Outaged
        ? new Occasion(ToolEvent.CONNECTION, "")
        : new Occasion(ToolEvent.POLICY, "");
  }
}
