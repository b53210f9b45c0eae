package dev.talaria.mcp.server.internal.servlet;

import dev.talaria.mcp.server.internal.transport.EventStream;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes frames to one response as fast as the peer takes them, never faster.
 *
 * <p>Any thread may offer. One thread at a time drains: it who raises {@code wanted} from zero; the
 * others leave it their wish and go. All calls to the container happen there, without a lock. The
 * queue and the flags are guarded by {@code lock}. When the container is not ready, nobody waits:
 * it calls {@link #onWritePossible} from one of its threads.
 */
final class OutputPump implements EventStream, WriteListener {
  private static final Logger LOG = LoggerFactory.getLogger(OutputPump.class);

  /** More keys than this at once is no slow peer but a fault; the peer is dropped. */
  private static final int MAX_QUEUED = 256;

  private static final String LAST = "\0last";

  private final AsyncContext context;
  private final ServletOutputStream out;
  private final AtomicInteger wanted = new AtomicInteger();

  private final Object lock = new Object();
  private final Map<String, byte[]> queue = new LinkedHashMap<>();
  private final List<Runnable> closeActions = new ArrayList<>();
  private boolean ready;
  private boolean finishing;
  private boolean aborting;
  private boolean closed;
  private long blockedSince;
  private boolean blocked;

  /** Written by the draining thread only; visible through {@code wanted}. */
  private boolean needsFlush;

  OutputPump(AsyncContext context, ServletOutputStream out) {
    this.context = context;
    this.out = out;
  }

  /** Begins; to be called once, after construction and before the object is handed out. */
  void start() {
    out.setWriteListener(this);
  }

  @Override
  public void offer(String key, byte[] frame) {
    synchronized (lock) {
      if (finishing || closed) {
        return;
      }
      // Behind what came since: order matters more than the place of the older one.
      queue.remove(key);
      queue.put(key, frame);
      if (queue.size() > MAX_QUEUED) {
        aborting = true;
      }
    }
    drain();
  }

  @Override
  public void finish(byte[] lastFrame) {
    synchronized (lock) {
      if (finishing || closed) {
        return;
      }
      finishing = true;
      if (lastFrame.length > 0) {
        queue.put(LAST, lastFrame);
      }
    }
    drain();
  }

  @Override
  public boolean dropIfStalled(long stalledNanos) {
    synchronized (lock) {
      if (closed || !blocked || System.nanoTime() - blockedSince < stalledNanos) {
        return !closed;
      }
      aborting = true;
    }
    LOG.debug("Dropping a client that takes nothing.");
    drain();
    return false;
  }

  @Override
  public void onClosed(Runnable action) {
    synchronized (lock) {
      if (!closed) {
        closeActions.add(action);
        return;
      }
    }
    action.run();
  }

  @Override
  public void onWritePossible() {
    synchronized (lock) {
      ready = true;
    }
    drain();
  }

  @Override
  public void onError(Throwable failure) {
    LOG.debug("The client has gone: {}", failure.toString());
    abort();
  }

  /** Ends at once; the peer has gone or is to go. */
  void abort() {
    synchronized (lock) {
      aborting = true;
    }
    drain();
  }

  private void drain() {
    if (wanted.getAndIncrement() != 0) {
      return;
    }
    int served = 1;
    do {
      try {
        pump();
      } catch (IOException | IllegalStateException e) {
        LOG.debug("The client has gone: {}", e.toString());
        synchronized (lock) {
          aborting = true;
        }
        close();
      }
      served = wanted.addAndGet(-served);
    } while (served != 0);
  }

  private void pump() throws IOException {
    while (true) {
      synchronized (lock) {
        if (closed) {
          return;
        }
        if (!aborting && !ready) {
          // The container has not opened the response yet: whoever waits for that is blocked too.
          markBlocked();
          return;
        }
      }
      if (isAborting()) {
        close();
        return;
      }
      if (!out.isReady()) {
        synchronized (lock) {
          markBlocked();
        }
        return;
      }
      byte[] frame = next();
      if (frame != null) {
        out.write(frame);
        needsFlush = true;
      } else if (needsFlush) {
        needsFlush = false;
        out.flush();
      } else {
        synchronized (lock) {
          if (!queue.isEmpty()) {
            continue;
          }
          if (!finishing) {
            return;
          }
        }
        close();
        return;
      }
    }
  }

  private boolean isAborting() {
    synchronized (lock) {
      return aborting;
    }
  }

  private byte[] next() {
    synchronized (lock) {
      blocked = false;
      Iterator<byte[]> frames = queue.values().iterator();
      if (!frames.hasNext()) {
        return null;
      }
      byte[] frame = frames.next();
      frames.remove();
      return frame;
    }
  }

  private void markBlocked() {
    if (!blocked) {
      blocked = true;
      blockedSince = System.nanoTime();
    }
  }

  private void close() {
    List<Runnable> actions;
    synchronized (lock) {
      if (closed) {
        return;
      }
      closed = true;
      queue.clear();
      actions = List.copyOf(closeActions);
      closeActions.clear();
    }
    try {
      context.complete();
    } catch (IllegalStateException e) {
      LOG.debug("The container had ended the request already: {}", e.toString());
    }
    actions.forEach(Runnable::run);
  }
}
