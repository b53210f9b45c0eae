package dev.talaria.config.internal.live;

import dev.talaria.admin.SettingsStatus;
import dev.talaria.api.Subscription;
import dev.talaria.config.internal.store.ConfigStore;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/** Tells which files cannot be read, straight from the store: there before Config Admin is. */
@Component
public final class UnreadableFiles implements SettingsStatus {
  private final ConfigStore store;

  @Activate
  public UnreadableFiles(@Reference ConfigStore store) {
    this.store = store;
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
    return store.statusChanges().subscribe(action);
  }
}
