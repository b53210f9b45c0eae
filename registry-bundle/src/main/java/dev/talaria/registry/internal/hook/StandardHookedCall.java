package dev.talaria.registry.internal.hook;

import dev.talaria.api.ToolInfo;
import dev.talaria.api.hook.HookedCall;
import dev.talaria.registry.internal.json.JsonTrees;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call at one moment of its way. Immutable to hooks; what few of them look at is made when asked
 * for, perhaps twice, with the same outcome.
 */
final class StandardHookedCall implements HookedCall {
  private final HookedTask task;
  private final ToolInfo tool;
  private final ObjectNode tree;
  private volatile Map<String, Object> values;

  /**
   * Creates the call's image.
   *
   * @param tree nobody changes it from now on
   */
  StandardHookedCall(HookedTask task, ToolInfo tool, ObjectNode tree) {
    this.task = task;
    this.tool = tool;
    this.tree = tree;
  }

  ObjectNode tree() {
    return tree;
  }

  @Override
  public String callId() {
    return task.callId();
  }

  @Override
  public String sessionId() {
    return task.sessionId();
  }

  @Override
  public String principal() {
    return task.principal();
  }

  @Override
  public ToolInfo tool() {
    return tool;
  }

  @Override
  public int depth() {
    return task.depth();
  }

  @Override
  public Map<String, Object> arguments() {
    Map<String, Object> known = values;
    if (known == null) {
      known = JsonTrees.values(tree);
      values = known;
    }
    return known;
  }

  @Override
  public String argumentsJson() {
    return tree.toString();
  }
}
