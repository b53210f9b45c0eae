package dev.talaria.config.internal.live;

import dev.talaria.admin.SettingsStatus;
import dev.talaria.api.Subscription;
import dev.talaria.config.internal.store.ConfigStore;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells which files cannot be read. Answers come straight from the store; listeners run on the
 * thread that noticed the change, with no lock of the store held.
 */
@Component(service = {SettingsStatus.class, UnreadableFiles.class})
public final class UnreadableFiles implements SettingsStatus {
  private static final Logger LOG = LoggerFactory.getLogger(UnreadableFiles.class);

  private final ConfigStore store;
  private final AtomicLong published;

  /** Boxed, since one action may be given twice and each subscription ends for itself. */
  private final List<Action> actions = new CopyOnWriteArrayList<>();

  private static final class Action {
    private final Runnable runnable;

    private Action(Runnable runnable) {
      this.runnable = runnable;
    }
  }

  @Activate
  public UnreadableFiles(@Reference ConfigStore store) {
    this.store = store;
    this.published = new AtomicLong(store.statusVersion());
  }

  @Override
  public boolean isUnreadable(String pid) {
    return store.unreadable(pid).isPresent();
  }

  @Override
  public Set<String> unreadable() {
    return store.unreadablePids();
  }

  @Override
  public Subscription onChange(Runnable action) {
    Action added = new Action(action);
    actions.add(added);
    return () -> actions.remove(added);
  }

  /** Tells the listeners, if something changed since they were told last. */
  void publish() {
    long version = store.statusVersion();
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
