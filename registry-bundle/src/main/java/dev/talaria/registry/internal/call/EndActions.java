package dev.talaria.registry.internal.call;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is to be done when a call is ended from outside. Guarded by its call's monitor. */
final class EndActions {
  private static final Logger LOG = LoggerFactory.getLogger(EndActions.class);

  private final List<Runnable> ours = new ArrayList<>(2);
  private final List<Runnable> ofTool = new ArrayList<>(2);

  /**
   * Adds an action.
   *
   * @param foreign whether it is the tool's
   */
  void add(Runnable action, boolean foreign) {
    (foreign ? ofTool : ours).add(action);
  }

  void remove(Runnable action) {
    ours.removeIf(known -> known == action);
    ofTool.removeIf(known -> known == action);
  }

  List<Runnable> ours() {
    return ours;
  }

  List<Runnable> ofTool() {
    return ofTool;
  }

  /** Does all of them, whatever becomes of one. */
  static void run(List<Runnable> actions) {
    for (Runnable action : actions) {
      try {
        action.run();
      } catch (RuntimeException | Error e) {
        LOG.warn("An action to run at a call's cancellation failed", e);
      }
    }
  }
}
