package dev.talaria.registry.internal.call;

import dev.talaria.registry.internal.tool.ProviderScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What tools keep for one session. Lock-free; the supplier of a value runs on the thread that asks
 * first, others wait for it. Values are closed on a thread of their owner's share.
 */
public final class SessionState {
  private static final Logger LOG = LoggerFactory.getLogger(SessionState.class);

  private final Map<Key, CompletableFuture<Object>> values = new ConcurrentHashMap<>();
  private volatile boolean ended;

  private record Key(ProviderScope scope, Class<?> type) {}

  <T> T get(ProviderScope scope, Class<T> type, Supplier<? extends T> initial) {
    Key key = new Key(scope, type);
    CompletableFuture<Object> mine = new CompletableFuture<>();
    CompletableFuture<Object> known = values.putIfAbsent(key, mine);
    if (known != null) {
      return type.cast(await(known));
    }
    try {
      T made = initial.get();
      if (made == null) {
        throw new IllegalArgumentException("The first value of a session's state must not be null");
      }
      mine.complete(type.cast(made));
    } catch (RuntimeException | Error e) {
      values.remove(key, mine);
      mine.completeExceptionally(e);
      throw e;
    }
    if (ended || scope.isGone()) {
      // Whoever drops things may have looked before this one was there.
      dropHere(key);
      throw new IllegalStateException("The session has ended or the tool was taken away");
    }
    return type.cast(mine.join());
  }

  private static Object await(CompletableFuture<Object> known) {
    try {
      return known.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while the session's state was made", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("The session's state could not be made", e.getCause());
    }
  }

  /** Drops what the tools of a bundle kept, and has it closed. */
  public void drop(ProviderScope scope, Asides asides) {
    drop(key -> key.scope() == scope, asides);
  }

  /** Drops everything and has it closed; nothing is kept from now on. */
  public void end(Asides asides) {
    ended = true;
    drop(key -> true, asides);
  }

  private void drop(Predicate<Key> which, Asides asides) {
    List<Key> keys = new ArrayList<>(values.keySet());
    for (Key key : keys) {
      CompletableFuture<Object> value = which.test(key) ? values.remove(key) : null;
      if (value != null) {
        value.thenAccept(
            made ->
                asides.run(
                    "session state " + key.type().getSimpleName() + ", being closed",
                    key.scope(),
                    () -> close(key, made)));
      }
    }
  }

  /** Drops what was made too late, and closes it on the thread that made it. */
  private void dropHere(Key key) {
    CompletableFuture<Object> value = values.remove(key);
    if (value != null) {
      value.thenAccept(made -> close(key, made));
    }
  }

  private static void close(Key key, Object value) {
    if (value instanceof AutoCloseable closeable) {
      try {
        closeable.close();
      } catch (Exception | LinkageError e) {
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        LOG.warn(
            "The session state {} of {} could not be closed",
            key.type().getName(),
            key.scope().owner(),
            e);
      }
    }
  }
}
