package dev.talaria.ops.internal.audit;

import dev.talaria.admin.AuditRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes events in the order in which they came. Any thread puts its event into a queue without a
 * lock and goes on at once; what goes beyond the queue's bound is dropped and counted. One thread,
 * {@code talaria-audit}, numbers the events, writes them and reports what was dropped or could not
 * be written; it alone touches the files and the sequence. It looks for events now and again, and
 * is woken for those that are rare or when half the queue is full, so that a call wakes nobody.
 */
final class AuditWriter {
  private static final Logger LOG = LoggerFactory.getLogger(AuditWriter.class);
  private static final int BATCH = 256;
  private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final AuditFiles files;
  private final InstantSource clock;
  private final AuditLines lines;
  private final RecentLines recent;
  private final int queueLimit;
  private final Queue<AuditEvent> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger queued = new AtomicInteger();
  private final AtomicLong dropped = new AtomicLong();
  private final Thread thread;
  private volatile boolean closing;
  private volatile Optional<String> problem = Optional.empty();

  /** Of the writing thread. */
  private long sequence;

  /** Of the writing thread. Events that were numbered and could not be written. */
  private long unwritten;

  AuditWriter(
      AuditFiles files, InstantSource clock, AuditLines lines, int queueLimit, int recentLimit) {
    this.files = files;
    this.clock = clock;
    this.lines = lines;
    this.recent = new RecentLines(recentLimit);
    this.queueLimit = queueLimit;
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
    offer(AuditEvent.of(clock.millis(), kind, details));
    LockSupport.unpark(thread);
  }

  void record(AuditRecord event) {
    if (offer(new AuditEvent(clock.millis(), event)) == queueLimit / 2) {
      LockSupport.unpark(thread);
    }
  }

  /** Returns how many events are in the queue; 0: this one was dropped. */
  private int offer(AuditEvent event) {
    if (!closing && queued.get() < queueLimit) {
      int now = queued.incrementAndGet();
      if (now <= queueLimit) {
        queue.add(event);
        return now;
      }
      queued.decrementAndGet();
    }
    dropped.incrementAndGet();
    return 0;
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
    LockSupport.unpark(thread);
    try {
      thread.join(Math.max(1, timeout.toMillis()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    int left = queued.get();
    if (left > 0) {
      LOG.error("{} audit events came too late to be written and are lost.", left);
    }
    // Still writing: the disk hangs.
    thread.interrupt();
  }

  private void run() {
    try {
      List<AuditEvent> batch = new ArrayList<>(BATCH);
      while (!Thread.currentThread().isInterrupted()) {
        boolean last = closing;
        take(batch);
        if (!batch.isEmpty()) {
          write(batch);
          batch.clear();
        } else if (last) {
          // Nothing was there after the end was announced.
          return;
        } else {
          LockSupport.parkNanos(this, IDLE_NANOS);
        }
      }
      // Only close() interrupts, after the deadline that it reports.
    } finally {
      closeFiles();
    }
  }

  private void take(List<AuditEvent> batch) {
    AuditEvent next;
    while (batch.size() < BATCH && (next = queue.poll()) != null) {
      queued.decrementAndGet();
      batch.add(next);
    }
    long lost = dropped.getAndSet(0);
    if (lost > 0) {
      LOG.warn("{} audit events were dropped: they came faster than they can be written.", lost);
      batch.add(loss("audit.dropped", lost));
    }
  }

  private AuditEvent loss(String kind, long count) {
    return AuditEvent.of(clock.millis(), kind, Map.of("count", Long.toString(count)));
  }

  private void write(List<AuditEvent> batch) {
    if (unwritten > 0) {
      batch.add(0, loss("audit.lost", unwritten));
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (AuditEvent event : batch) {
      byte[] line = lines.line(++sequence, event);
      bytes.writeBytes(line);
      recent.add(new String(line, 0, line.length - 1, StandardCharsets.UTF_8));
    }
    try {
      files.append(bytes.toByteArray());
      unwritten = 0;
      if (problem.isPresent()) {
        LOG.info("The audit trail {} is written again.", files.file());
        problem = Optional.empty();
      }
    } catch (IOException e) {
      // What says how many were lost before is no loss itself.
      unwritten += unwritten > 0 ? batch.size() - 1 : batch.size();
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
