package dev.talaria.config.internal.live;

import dev.talaria.admin.AuditLog;
import dev.talaria.config.internal.store.Change;
import dev.talaria.config.internal.store.ConfigStore;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeSet;
import org.osgi.service.cm.ConfigurationEvent;
import org.osgi.service.cm.ConfigurationListener;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;

/**
 * Writes changes of configurations to the audit trail, on Config Admin's event thread. Those from
 * before the trail was there wait in the store's log.
 */
@Component(service = ConfigurationListener.class, immediate = true)
public final class ChangeAudit implements ConfigurationListener {
  private final ConfigStore store;
  private final AuditLog audit;

  @Activate
  public ChangeAudit(@Reference ConfigStore store, @Reference AuditLog audit) {
    this.store = store;
    this.audit = audit;
    write();
  }

  @Override
  public void configurationEvent(ConfigurationEvent event) {
    write();
  }

  private void write() {
    for (Change change : store.changes().drain()) {
      Map<String, String> details = new LinkedHashMap<>();
      details.put("pid", change.pid());
      details.put("keys", String.join(",", new TreeSet<>(change.keys())));
      details.put("by", change.by());
      if (change.deleted()) {
        details.put("deleted", "true");
      }
      audit.record("config.changed", details);
    }
  }
}
