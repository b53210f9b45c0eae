package dev.talaria.mcp.server.internal.servlet;

import dev.talaria.mcp.server.internal.transport.HttpExchange.BodyReceiver;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Collects one body. The container calls it on one thread at a time; the deadline comes from the
 * timer's thread, so the outcome is taken once, by {@code done}.
 *
 * <p>What comes beyond the limit is read and thrown away up to a bound before the refusal is sent:
 * most clients read no answer before they have sent all they have.
 */
final class BodyReader implements ReadListener {
  private static final int CHUNK = 16 * 1024;
  private static final int DISCARD_FACTOR = 8;

  private final ServletInputStream in;
  private final int maxBytes;
  private final BodyReceiver receiver;
  private final AtomicBoolean done = new AtomicBoolean();
  private final ByteArrayOutputStream body;
  private final byte[] chunk = new byte[CHUNK];
  private volatile ScheduledFuture<?> deadline;
  private long seen;

  BodyReader(ServletInputStream in, int maxBytes, long announced, BodyReceiver receiver) {
    this.in = in;
    this.maxBytes = maxBytes;
    this.receiver = receiver;
    this.body = new ByteArrayOutputStream((int) Math.max(512, Math.min(announced, CHUNK)));
  }

  void deadline(ScheduledFuture<?> timer) {
    deadline = timer;
    if (done.get()) {
      timer.cancel(false);
    }
  }

  boolean isDone() {
    return done.get();
  }

  @Override
  public void onDataAvailable() throws IOException {
    while (!done.get() && in.isReady() && !in.isFinished()) {
      int read = in.read(chunk);
      if (read < 0) {
        return;
      }
      seen += read;
      if (seen <= maxBytes) {
        body.write(chunk, 0, read);
      } else if (seen > (long) maxBytes * DISCARD_FACTOR) {
        refuseSize();
      }
    }
  }

  @Override
  public void onAllDataRead() {
    if (seen > maxBytes) {
      refuseSize();
    } else if (finish()) {
      receiver.received(body.toByteArray());
    }
  }

  @Override
  public void onError(Throwable failure) {
    refuse(400, "The request body could not be read.");
  }

  void expire() {
    refuse(408, "The request body did not arrive in time.");
  }

  private void refuseSize() {
    refuse(413, "The request body is larger than " + maxBytes + " bytes.");
  }

  private void refuse(int status, String message) {
    if (finish()) {
      receiver.refused(status, message);
    }
  }

  private boolean finish() {
    if (!done.compareAndSet(false, true)) {
      return false;
    }
    ScheduledFuture<?> timer = deadline;
    if (timer != null) {
      timer.cancel(false);
    }
    return true;
  }
}
