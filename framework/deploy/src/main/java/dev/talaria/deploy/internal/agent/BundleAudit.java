package dev.talaria.deploy.internal.agent;

import dev.talaria.admin.AuditLog;
import dev.talaria.deploy.internal.store.Content;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes what happened to bundles into the audit trail. */
final class BundleAudit {
  private final AuditLog log;

  BundleAudit(AuditLog log) {
    this.log = log;
  }

  void installed(Content content, String file) {
    log.record("bundle.installed", with(details(content), "file", file));
  }

  void updated(Content from, Content to, String file) {
    Map<String, String> details = with(details(to), "from", from.version().toString());
    log.record("bundle.updated", with(details, "file", file));
  }

  void removed(Content content) {
    log.record("bundle.removed", details(content));
  }

  void failed(Content content, String reason) {
    log.record("bundle.failed", with(details(content), "reason", reason));
  }

  void refused(FileStatus status) {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("file", status.file());
    details.put("bundle", status.symbolicName());
    details.put("version", status.version());
    details.put("sha256", status.sha256());
    log.record("bundle.refused", with(details, "reason", status.reason()));
  }

  private static Map<String, String> details(Content content) {
    Map<String, String> details = new LinkedHashMap<>();
    details.put("bundle", content.symbolicName());
    details.put("version", content.version().toString());
    details.put("sha256", content.sha256());
    return details;
  }

  private static Map<String, String> with(Map<String, String> details, String key, String value) {
    details.put(key, value);
    return details;
  }
}
