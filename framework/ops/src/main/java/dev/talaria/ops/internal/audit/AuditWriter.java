package dev.talaria.ops.internal.audit;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events in the order in which they came. Any thread offers to the bounded queue and goes on
 * at once; what does not fit is dropped and counted. One thread, {@code talaria-audit}, numbers the
 * events, writes them and reports what was dropped; it alone touches the files and the sequence.
 */
final class AuditWriter {
  private static final Logger LOG = LoggerFactory.getLogger(AuditWriter.class);
  private static final int BATCH = 256;
  private static final long IDLE_MILLIS = 200;

  private final AuditFiles files;
  private final InstantSource clock;
  private final RecentLines recent;
  private final BlockingQueue<AuditEvent> queue;
  private final AtomicLong dropped = new AtomicLong();
  private final Thread thread;
  private volatile boolean closing;
  private volatile Optional<String> problem = Optional.empty();
  private long sequence;

  AuditWriter(AuditFiles files, InstantSource clock, int queueLimit, int recentLimit) {
    this.files = files;
    this.clock = clock;
    this.recent = new RecentLines(recentLimit);
    this.queue = new LinkedBlockingQueue<>(queueLimit);
    this.thread = new Thread(this::run, "talaria-audit");
    thread.setDaemon(true);
    try {
      RecoveredTrail trail = RecoveredTrail.read(files, recentLimit);
      trail.lines().forEach(recent::add);
      sequence = trail.lastSequence();
    } catch (IOException e) {
      LOG.warn("The audit trail {} cannot be read; numbering begins anew.", files.file(), e);
    }
  }

  void start() {
    thread.start();
  }

  void record(String kind, Map<String, String> details) {
    if (closing || !queue.offer(AuditEvent.of(clock.instant(), kind, details))) {
      dropped.incrementAndGet();
    }
  }

  List<String> tail(int count) {
    return recent.last(count);
  }

  /** Returns why events are not being written now, if they are not. */
  Optional<String> problem() {
    return problem;
  }

  /** Writes what is queued, at most for the time given, and ends the thread. */
  void close(Duration timeout) {
    closing = true;
    try {
      thread.join(Math.max(1, timeout.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    if (thread.isAlive()) {
      LOG.error("The audit trail could not be written in time; {} events are lost.", queue.size());
      thread.interrupt();
    }
  }

  private void run() {
    try {
      List<AuditEvent> batch = new ArrayList<>(BATCH);
      while (!(closing && queue.isEmpty() && dropped.get() == 0)) {
        AuditEvent first = queue.poll(closing ? 0 : IDLE_MILLIS, TimeUnit.MILLISECONDS);
        if (first != null) {
          batch.add(first);
          queue.drainTo(batch, BATCH - 1);
        }
        long lost = dropped.getAndSet(0);
        if (lost > 0) {
          LOG.warn(
              "{} audit events were dropped: they came faster than they can be written.", lost);
          batch.add(
              AuditEvent.of(
                  clock.instant(), "audit.dropped", Map.of("count", Long.toString(lost))));
        }
        if (!batch.isEmpty()) {
          write(batch);
          batch.clear();
        }
      }
    } catch (InterruptedException e) {
      // Only close() interrupts, after the deadline that it reports.
      Thread.currentThread().interrupt();
    } finally {
      closeFiles();
    }
  }

  private void write(List<AuditEvent> batch) {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    for (AuditEvent event : batch) {
      byte[] line = event.line(++sequence);
      lines.writeBytes(line);
      recent.add(new String(line, 0, line.length - 1, StandardCharsets.UTF_8));
    }
    try {
      files.append(lines.toByteArray());
      if (problem.isPresent()) {
        LOG.info("The audit trail {} is written again.", files.file());
        problem = Optional.empty();
      }
    } catch (IOException e) {
      if (problem.isEmpty()) {
        LOG.error("The audit trail {} cannot be written; events are lost.", files.file(), e);
      }
      problem =
          Optional.of("The audit trail " + files.file() + " cannot be written: " + e.getMessage());
    }
  }

  private void closeFiles() {
    try {
      files.close();
    } catch (IOException e) {
      LOG.error("The audit trail {} may lack its last events.", files.file(), e);
    }
  }
}
