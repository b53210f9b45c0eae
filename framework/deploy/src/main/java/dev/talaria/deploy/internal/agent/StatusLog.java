package dev.talaria.deploy.internal.agent;

import dev.talaria.admin.DeployAgent.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs what became of each file, once per change; of very many at once only the first. Used by the
 * agent's thread only.
 */
final class StatusLog {
  private static final Logger LOG = LoggerFactory.getLogger(StatusLog.class);

  private static final int MOST_LINES = 30;

  private final BundleAudit audit;
  private Map<String, FileStatus> before = Map.of();

  StatusLog(BundleAudit audit) {
    this.audit = audit;
  }

  void log(List<FileStatus> statuses) {
    Map<String, FileStatus> now = new HashMap<>();
    List<FileStatus> news = new ArrayList<>();
    for (FileStatus status : statuses) {
      now.put(status.file(), status);
      if (isNews(status)) {
        news.add(status);
      }
    }
    before = now;
    // What is no bundle anyway must not crowd out the rest.
    news.sort(Comparator.comparing(status -> status.outcome() == Outcome.IGNORED));
    int lines = 0;
    Map<Outcome, Integer> left = new EnumMap<>(Outcome.class);
    for (FileStatus status : news) {
      if (status.outcome() == Outcome.REFUSED) {
        audit.refused(status);
      }
      if (!isWorthALine(status) || lines++ < MOST_LINES) {
        log(status);
      } else {
        left.merge(status.outcome(), 1, Integer::sum);
      }
    }
    if (!left.isEmpty()) {
      LOG.warn(
          "{} more files of the deploy folder are not logged one by one ({}); `talaria bundles`"
              + " lists them",
          lines - MOST_LINES,
          left);
    }
  }

  private boolean isNews(FileStatus status) {
    FileStatus former = before.get(status.file());
    return former == null
        || former.outcome() != status.outcome()
        || !former.reason().equals(status.reason())
        || !former.sha256().equals(status.sha256());
  }

  private static boolean isWorthALine(FileStatus status) {
    return switch (status.outcome()) {
      case PENDING, ACTIVE -> false; // The start of a bundle was logged when it happened.
      case IGNORED -> !status.file().startsWith("."); // Half-made files come and go.
      default -> true;
    };
  }

  private void log(FileStatus status) {
    switch (status.outcome()) {
      case REFUSED -> LOG.error("Refused {}: {}", label(status), status.reason());
      case PARKED -> LOG.error("Parked {}: {}", label(status), status.reason());
      case FAILED -> LOG.warn("Failed {}: {}", label(status), status.reason());
      case WAITING -> LOG.warn("Waiting {}: {}", label(status), status.reason());
      case DISABLED -> LOG.info("Disabled {}: {}", label(status), status.reason());
      case SUPERSEDED -> LOG.info("Superseded {}: {}", label(status), status.reason());
      case IGNORED -> {
        if (isWorthALine(status)) {
          LOG.info("Ignored {}: {}", label(status), status.reason());
        }
      }
      case PENDING -> LOG.debug("Pending {}: {}", label(status), status.reason());
      case ACTIVE -> LOG.debug("Active {}", label(status));
    }
  }

  private static String label(FileStatus status) {
    return status.symbolicName().isEmpty()
        ? status.file()
        : status.file() + " (" + (status.symbolicName() + " " + status.version()).strip() + ")";
  }
}
