package dev.talaria.ops.internal.audit;

import dev.talaria.admin.AuditLog;
import dev.talaria.admin.AuditRecord;
import dev.talaria.admin.ReadinessCheck;
import dev.talaria.guard.secrets.SecretRedactor;
import dev.talaria.ops.internal.environment.RuntimeEnvironment;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/**
 * The audit trail of a home, {@code logs/audit.jsonl}. Depends on no other part, since the others
 * depend on it. Its readiness is shown among the runtime's problems; the runtime serves without it.
 */
@Component(
    service = {AuditLog.class, ReadinessCheck.class},
    immediate = true)
public final class AuditTrail implements AuditLog, ReadinessCheck {
  /** How many events {@link #tail} can look back. */
  public static final int TAIL_LIMIT = 1000;

  private static final long MAX_FILE_BYTES = 16L * 1024 * 1024;
  private static final int OLD_FILES = 8;
  private static final int QUEUE_LIMIT = 8192;
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  private final AuditWriter writer;

  @Activate
  public AuditTrail(BundleContext context) {
    this(RuntimeEnvironment.of(context).logs(), InstantSource.system());
  }

  AuditTrail(Path folder, InstantSource clock) {
    writer =
        new AuditWriter(
            new AuditFiles(folder, MAX_FILE_BYTES, OLD_FILES),
            clock,
            new AuditLines(SecretRedactor.ofMessages(System.getenv())),
            QUEUE_LIMIT,
            TAIL_LIMIT);
    writer.start();
  }

  @Deactivate
  void close() {
    writer.close(CLOSE_TIMEOUT);
  }

  @Override
  public void record(String kind, Map<String, String> details) {
    writer.record(kind, details);
  }

  @Override
  public void record(AuditRecord event) {
    writer.record(event);
  }

  @Override
  public List<String> tail(int count) {
    return writer.tail(count);
  }

  @Override
  public String part() {
    return "audit";
  }

  @Override
  public Optional<String> problem() {
    return writer.problem();
  }
}
