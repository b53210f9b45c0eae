package dev.talaria.config.internal.store;

import dev.talaria.api.Subscription;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Who wants to hear when another set of files is unreadable. Listeners run on the thread that
 * publishes, with no lock held here; versions keep a slow publisher from hiding a later change.
 */
public final class StatusChanges {
  private static final Logger LOG = LoggerFactory.getLogger(StatusChanges.class);

  private final AtomicLong published = new AtomicLong();
  private final List<Action> actions = new CopyOnWriteArrayList<>();

  /**
   * Compared by identity: one runnable may be given twice, and each subscription ends for itself.
   */
  private static final class Action {
    private final Runnable runnable;

    private Action(Runnable runnable) {
      this.runnable = runnable;
    }
  }

  /** Runs the action after each change, until closed. */
  public Subscription subscribe(Runnable runnable) {
    Action action = new Action(runnable);
    actions.add(action);
    return () -> actions.remove(action);
  }

  /** Tells the listeners, unless they were told of this version or a later one. */
  void publish(long version) {
    if (published.getAndAccumulate(version, Math::max) < version) {
      for (Action action : actions) {
        try {
          action.runnable.run();
        } catch (RuntimeException e) {
          LOG.error("a listener for unreadable configurations failed", e);
        }
      }
    }
  }
}
