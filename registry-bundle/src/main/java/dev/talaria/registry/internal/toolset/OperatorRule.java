package dev.talaria.registry.internal.toolset;

import dev.talaria.api.ToolInfo;
import java.util.List;
import java.util.Optional;

/** The operator's filter, ready to be asked. Immutable. */
public final class OperatorRule {
  static final OperatorRule NONE =
      new OperatorRule(Optional.empty(), Optional.empty(), List.of(), Members.NONE);

  /**
   * One entry of the filter.
   *
   * @param sparesCore whether, disabled, it leaves the core's tools
   */
  record Entry(String text, Members members, boolean sparesCore) {
    boolean means(ToolInfo tool) {
      return text.equals(tool.name()) || members.hold(tool) || McpTools.means(text, tool);
    }
  }

  private final Optional<String> closedBy;
  private final Optional<List<Entry>> enabled;
  private final List<Entry> disabled;
  private final Members core;

  OperatorRule(
      Optional<String> closedBy,
      Optional<List<Entry>> enabled,
      List<Entry> disabled,
      Members core) {
    this.closedBy = closedBy;
    this.enabled = enabled;
    this.disabled = disabled;
    this.core = core;
  }

  /** Returns whether any session may have the tool. */
  public boolean allows(ToolInfo tool) {
    return closedBy.isEmpty() && isEnabled(tool) && disabling(tool).isEmpty();
  }

  /** Returns why no session may have the tool, as a sentence; empty: it may. */
  public Optional<String> objection(ToolInfo tool) {
    if (closedBy.isPresent()) {
      return closedBy;
    }
    if (!isEnabled(tool)) {
      return Optional.of(
          "disabled by dev.talaria.toolsets: 'enabled' there does not name it"
              + " (talaria tools enable "
              + tool.name()
              + ")");
    }
    return disabling(tool)
        .map(
            entry ->
                "disabled by dev.talaria.toolsets: '"
                    + entry.text()
                    + "' is in 'disabled' there (talaria tools enable "
                    + entry.text()
                    + ")");
  }

  private boolean isEnabled(ToolInfo tool) {
    if (enabled.isEmpty()) {
      return true;
    }
    for (Entry entry : enabled.get()) {
      if (entry.means(tool)) {
        return true;
      }
    }
    return false;
  }

  private Optional<Entry> disabling(ToolInfo tool) {
    for (Entry entry : disabled) {
      if (entry.means(tool)
          && !(entry.sparesCore() && !entry.text().equals(tool.name()) && core.hold(tool))) {
        return Optional.of(entry);
      }
    }
    return Optional.empty();
  }
}
