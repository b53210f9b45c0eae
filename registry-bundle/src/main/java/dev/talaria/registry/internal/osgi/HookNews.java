package dev.talaria.registry.internal.osgi;

import dev.talaria.admin.AuditLog;
import java.util.LinkedHashMap;
import java.util.Map;
import org.osgi.framework.Bundle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the operator what became of hooks. Thread-safe. */
final class HookNews {
  private static final Logger LOG = LoggerFactory.getLogger(HookNews.class);

  private final AuditLog audit;

  HookNews(AuditLog audit) {
    this.audit = audit;
  }

  /**
   * Tells how a hook stands now.
   *
   * @param what its kind and name
   */
  void tell(String what, String grant, Bundle bundle, HookStanding standing) {
    String owner = BundleRecords.name(bundle);
    Map<String, String> details = new LinkedHashMap<>();
    details.put("hook", what);
    details.put("owner", owner);
    details.put("version", bundle.getVersion().toString());
    details.put("grant", grant);
    if (standing.used()) {
      LOG.info("The {} of {} {} is used", what, owner, bundle.getVersion());
      audit.record("hook.used", details);
    } else if (standing.refusal().isPresent()) {
      LOG.error("REJECTED {} of plugin {}: {}", what, owner, standing.refusal().get());
      details.put("reason", standing.refusal().get());
      audit.record("hook.refused", details);
    } else {
      LOG.info("The {} of {} {} is not used", what, owner, bundle.getVersion());
    }
  }
}
