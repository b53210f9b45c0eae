package dev.talaria.config.internal.live;

import dev.talaria.admin.ReadinessCheck;
import dev.talaria.config.internal.store.ConfigStore;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Ready when Config Admin serves and edits are taken. A single unreadable file does not keep the
 * runtime from being ready: it runs, with doors closed.
 */
@Component
public final class ConfigReadiness implements ReadinessCheck {
  private final ConfigStore store;

  /** The file changes are wanted for being there: they need Config Admin. */
  @Activate
  public ConfigReadiness(@Reference ConfigStore store, @Reference FileChanges changes) {
    this.store = store;
  }

  @Override
  public String part() {
    return "config";
  }

  @Override
  public Optional<String> problem() {
    return store.folderProblem();
  }
}
