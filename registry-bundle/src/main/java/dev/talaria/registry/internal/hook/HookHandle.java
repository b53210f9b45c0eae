package dev.talaria.registry.internal.hook;

import dev.talaria.registry.internal.model.NameGlob;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The way to one hook that may be used: its object once it was fetched, and who is in it.
 *
 * <p>Lock-free. The first caller fetches the object, others that come meanwhile wait for that one,
 * interruptibly. The object is given back when the handle is closed and the last call has left it,
 * never under a running one.
 *
 * @param <H> the kind of hook
 */
public final class HookHandle<H> {
  /** Calls that were answered while the hook goes on; more of them do not go into it. */
  private static final int MAX_ABANDONED = 16;

  private static final int CLOSED = 1 << 31;

  private final String name;
  private final boolean mayApprove;
  private final List<NameGlob> tools;
  private final HookSource<H> source;
  private final AtomicInteger inside = new AtomicInteger();
  private final AtomicInteger abandoned = new AtomicInteger();
  private final AtomicReference<CompletableFuture<H>> bound = new AtomicReference<>();
  private final CompletableFuture<Void> released = new CompletableFuture<>();

  /**
   * Creates the way to a hook.
   *
   * @param name for messages: what it is and whose
   * @param mayApprove whether it may decide that nobody is asked
   * @param tools names of the tools whose calls it wants
   */
  public HookHandle(String name, boolean mayApprove, List<NameGlob> tools, HookSource<H> source) {
    this.name = Objects.requireNonNull(name, "name");
    this.mayApprove = mayApprove;
    this.tools = List.copyOf(tools);
    this.source = Objects.requireNonNull(source, "source");
  }

  boolean mayApprove() {
    return mayApprove;
  }

  boolean wants(String tool) {
    for (NameGlob glob : tools) {
      if (glob.matches(tool)) {
        return true;
      }
    }
    return false;
  }

  /** Counts a call in; false: the hook is no longer used. */
  boolean enter() {
    for (; ; ) {
      int now = inside.get();
      if (now < 0) {
        return false;
      }
      if (inside.compareAndSet(now, now + 1)) {
        return true;
      }
    }
  }

  /** Counts a call out. */
  void exit() {
    if (inside.decrementAndGet() == CLOSED) {
      release();
    }
  }

  /** Whether it lets no more calls in; then a set of hooks without it has been published. */
  boolean isClosed() {
    return inside.get() < 0;
  }

  /** Lets no more calls in, and gives the object back once the last has left. */
  public void close() {
    if (inside.getAndUpdate(now -> now | CLOSED) == 0) {
      release();
    }
  }

  /** Notes that a call was answered though it is still in the hook. */
  public void abandon() {
    abandoned.incrementAndGet();
  }

  /** Notes that an abandoned call has come out after all. */
  public void recover() {
    abandoned.decrementAndGet();
  }

  /**
   * Returns the hook, fetching it at the first call. Only between {@link #enter} and {@link #exit}.
   *
   * @throws Exception if it cannot be had or hangs; after a failure the next call tries again
   */
  H object() throws Exception {
    if (abandoned.get() >= MAX_ABANDONED) {
      throw new IllegalStateException(
          MAX_ABANDONED + " earlier calls never came back from it; restart its bundle");
    }
    for (; ; ) {
      CompletableFuture<H> known = bound.get();
      if (known == null) {
        CompletableFuture<H> mine = new CompletableFuture<>();
        if (!bound.compareAndSet(null, mine)) {
          continue;
        }
        try {
          H hook = source.obtain();
          mine.complete(hook);
          return hook;
        } catch (Throwable e) {
          bound.set(null);
          mine.completeExceptionally(e);
          throw e;
        }
      }
      if (known.isDone() && !known.isCompletedExceptionally()) {
        return known.join();
      }
      try {
        return known.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException("it cannot be obtained: " + e.getCause(), e.getCause());
      }
    }
  }

  /**
   * Fetches the object before the first call does, and keeps it.
   *
   * @throws Exception if it cannot be had; the message says why
   */
  public void prepare() throws Exception {
    if (!enter()) {
      throw new IllegalStateException("it has gone again");
    }
    try {
      object();
    } finally {
      exit();
    }
  }

  private void release() {
    CompletableFuture<H> known = bound.getAndSet(null);
    if (known != null && known.isDone() && !known.isCompletedExceptionally()) {
      source.release();
    }
    released.complete(null);
  }

  /** Returns a stage that completes when the handle is closed and the last call has left it. */
  public CompletableFuture<Void> whenReleased() {
    return released;
  }

  /** Returns the name for messages. */
  @Override
  public String toString() {
    return name;
  }
}
