package dev.talaria.deploy.internal.agent;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs what became of each file, once per change. Used by the agent's thread only. */
final class StatusLog {
  private static final Logger LOG = LoggerFactory.getLogger(StatusLog.class);

  private final BundleAudit audit;
  private Map<String, FileStatus> before = Map.of();

  StatusLog(BundleAudit audit) {
    this.audit = audit;
  }

  void log(List<FileStatus> statuses) {
    Map<String, FileStatus> now = new HashMap<>();
    for (FileStatus status : statuses) {
      now.put(status.file(), status);
      FileStatus former = before.get(status.file());
      boolean news =
          former == null
              || former.outcome() != status.outcome()
              || !former.reason().equals(status.reason())
              || !former.sha256().equals(status.sha256());
      if (news) {
        log(status);
      }
    }
    before = now;
  }

  private void log(FileStatus status) {
    switch (status.outcome()) {
      case REFUSED -> {
        LOG.error("Refused {}: {}", label(status), status.reason());
        audit.refused(status);
      }
      case PARKED -> LOG.error("Parked {}: {}", label(status), status.reason());
      case FAILED -> LOG.warn("Failed {}: {}", label(status), status.reason());
      case WAITING -> LOG.warn("Waiting {}: {}", label(status), status.reason());
      case DISABLED -> LOG.info("Disabled {}: {}", label(status), status.reason());
      case SUPERSEDED -> LOG.info("Superseded {}: {}", label(status), status.reason());
      case IGNORED -> {
        if (!status.file().startsWith(".")) { // Half-made files of copying programs come and go.
          LOG.info("Ignored {}: {}", label(status), status.reason());
        }
      }
      case PENDING -> LOG.debug("Pending {}: {}", label(status), status.reason());
      // Its start was logged when it happened.
      case ACTIVE -> LOG.debug("Active {}", label(status));
    }
  }

  private static String label(FileStatus status) {
    return status.symbolicName().isEmpty()
        ? status.file()
        : status.file() + " (" + (status.symbolicName() + " " + status.version()).strip() + ")";
  }
}
