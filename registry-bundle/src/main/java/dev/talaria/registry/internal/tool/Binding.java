package dev.talaria.registry.internal.tool;

import dev.talaria.api.Tool;
import dev.talaria.pipeline.ArgumentSchema;
import dev.talaria.pipeline.InvalidSchemaException;
import dev.talaria.pipeline.OutputSchema;
import dev.talaria.pipeline.ToolDocument;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * The way from a candidate to its running tool: the calls in flight, the object once it was
 * fetched, the compiled schemas.
 *
 * <p>Lock-free. One word holds the number of calls in flight (low bits) and what new calls meet
 * (high bits). Whoever makes the count zero on a closed binding gives the object back, so it is
 * never given back under a running call. The object is fetched by the first caller; others that
 * come meanwhile wait for that one, interruptibly.
 */
public final class Binding {
  /** What a new call meets. */
  public enum Admission {
    /** The call is counted; {@link #exit} must follow. */
    ENTERED,
    /** Wait for {@link #whenChanged} and read the table again. */
    SUSPENDED,
    /** Another table has been published: read it. */
    CLOSED
  }

  private static final int CLOSED = 1 << 31;
  private static final int DETACHED = 1 << 30;
  private static final int DRAINING = 1 << 29;
  private static final int COUNT = DRAINING - 1;

  private final ProviderScope scope;
  private final ToolDocument document;
  private final ToolSource source;
  private final Companions companions;
  private final AtomicInteger lease = new AtomicInteger();
  private final AtomicInteger abandoned = new AtomicInteger();
  private final AtomicReference<CompletableFuture<Void>> change = new AtomicReference<>();
  private final AtomicReference<CompletableFuture<BoundTool>> bound = new AtomicReference<>();
  private final CompletableFuture<Void> released = new CompletableFuture<>();
  private volatile Schemas schemas;
  private volatile Thread drainer;

  private record Schemas(ArgumentSchema arguments, Optional<OutputSchema> result) {}

  /** Creates the way to a tool that is accompanied by what its document names. */
  public Binding(ProviderScope scope, ToolDocument document, ToolSource source) {
    this(scope, document, source, Companions.named(scope, document));
  }

  /** Creates the way to a tool. */
  public Binding(
      ProviderScope scope, ToolDocument document, ToolSource source, Companions companions) {
    this.scope = Objects.requireNonNull(scope, "scope");
    this.document = Objects.requireNonNull(document, "document");
    this.source = Objects.requireNonNull(source, "source");
    this.companions = Objects.requireNonNull(companions, "companions");
  }

  public ProviderScope scope() {
    return scope;
  }

  public ToolDocument document() {
    return document;
  }

  /** Returns what is asked about the tool besides calling it. */
  public Companions companions() {
    return companions;
  }

  /**
   * Counts a call in, if it may enter.
   *
   * @param fromInside the call comes out of a call in flight of the same bundle, which a drain has
   *     to let finish
   */
  public Admission enter(boolean fromInside) {
    for (; ; ) {
      int now = lease.get();
      if ((now & CLOSED) != 0) {
        return Admission.CLOSED;
      }
      if ((now & DETACHED) != 0 || ((now & DRAINING) != 0 && !fromInside)) {
        return Admission.SUSPENDED;
      }
      if (lease.compareAndSet(now, now + 1)) {
        return Admission.ENTERED;
      }
    }
  }

  /** Counts a call out. */
  public void exit() {
    int now = lease.decrementAndGet();
    if ((now & COUNT) == 0 && now != 0) {
      if ((now & CLOSED) != 0) {
        release();
      }
      LockSupport.unpark(drainer);
    }
  }

  public int inFlight() {
    return lease.get() & COUNT;
  }

  /** Lets new calls wait, except those that calls in flight make; {@link #resume} undoes it. */
  public void drain(Thread toWake) {
    drainer = toWake;
    lease.getAndUpdate(now -> now | DRAINING);
  }

  /** Lets calls in again after a drain, unless the service has gone. */
  public void resume() {
    drainer = null;
    lease.getAndUpdate(now -> now & ~DRAINING);
    signal();
  }

  /** The service has gone, and what follows is not decided: new calls wait. */
  public void detach() {
    lease.getAndUpdate(now -> now | DETACHED);
  }

  /** The way is there again after {@link #detach}: those who wait read the table again. */
  public void reattach() {
    lease.getAndUpdate(now -> now & ~DETACHED);
    signal();
  }

  /** The table no longer holds this binding: new calls read it again. */
  public void close() {
    int before = lease.getAndUpdate(now -> now | CLOSED);
    if (before >= 0 && (before & COUNT) == 0) {
      release();
    }
    signal();
  }

  /** Returns a stage that completes when a suspended call should read the table again. */
  public CompletableFuture<Void> whenChanged() {
    CompletableFuture<Void> stage =
        change.updateAndGet(known -> known == null ? new CompletableFuture<>() : known);
    int now = lease.get();
    if ((now & CLOSED) != 0 || (now & (DETACHED | DRAINING)) == 0) {
      signal();
    }
    return stage;
  }

  private void signal() {
    CompletableFuture<Void> waiting = change.getAndSet(null);
    if (waiting != null) {
      waiting.complete(null);
    }
  }

  /** Notes that a call was answered though its tool still runs; returns how many do. */
  public int abandon() {
    return abandoned.incrementAndGet();
  }

  /** Notes that the tool of an abandoned call has returned after all. */
  public void recover() {
    abandoned.decrementAndGet();
  }

  public int abandoned() {
    return abandoned.get();
  }

  /** Returns the compiled schema of the arguments. */
  public ArgumentSchema arguments() throws InvalidSchemaException {
    return schemas().arguments();
  }

  /** Returns the compiled schema of the result, if there is one. */
  public Optional<OutputSchema> result() throws InvalidSchemaException {
    return schemas().result();
  }

  private Schemas schemas() throws InvalidSchemaException {
    Schemas known = schemas;
    if (known == null) {
      // Two first callers may both compile; either outcome is the same.
      JsonMapper mapper = scope.mapper();
      Optional<OutputSchema> result = Optional.empty();
      if (document.outputSchema().isPresent()) {
        result = Optional.of(OutputSchema.compile(document.outputSchema().get(), mapper));
      }
      known = new Schemas(ArgumentSchema.compile(document.inputSchema(), mapper), result);
      schemas = known;
    }
    return known;
  }

  /**
   * Returns the tool, fetching it at the first call. Only to be called between {@link #enter} and
   * {@link #exit}. After a failure the next call tries again.
   */
  public BoundTool tool() throws ToolUnavailableException, InterruptedException {
    for (; ; ) {
      CompletableFuture<BoundTool> known = bound.get();
      if (known == null) {
        CompletableFuture<BoundTool> mine = new CompletableFuture<>();
        if (!bound.compareAndSet(null, mine)) {
          continue;
        }
        try {
          BoundTool tool = fetch();
          mine.complete(tool);
          return tool;
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
        throw new ToolUnavailableException(reason(e.getCause()), e.getCause());
      } catch (CompletionException e) {
        throw new ToolUnavailableException(reason(e.getCause()), e.getCause());
      }
    }
  }

  private BoundTool fetch() throws ToolUnavailableException {
    ToolSource.Obtained obtained = source.obtain();
    try {
      JsonMapper mapper = scope.mapper();
      JavaType type = argumentType(obtained, mapper);
      @SuppressWarnings("unchecked")
      Tool<Object> tool = (Tool<Object>) obtained.tool();
      return new BoundTool(tool, ArgumentReader.of(type, mapper), mapper);
    } catch (RuntimeException | LinkageError e) {
      source.release();
      throw new ToolUnavailableException(
          "the argument type of " + document.name() + " cannot be read: " + reason(e), e);
    }
  }

  private static JavaType argumentType(ToolSource.Obtained obtained, JsonMapper mapper) {
    if (obtained.argumentType() != null) {
      return mapper.constructType(obtained.argumentType());
    }
    JavaType[] found =
        mapper.constructType(obtained.tool().getClass()).findTypeParameters(Tool.class);
    return found.length == 0 || found[0] == null || found[0].isJavaLangObject()
        ? mapper.getTypeFactory().constructMapType(java.util.Map.class, String.class, Object.class)
        : found[0];
  }

  private void release() {
    // Closing happens once and the count reaches zero once after it, so this runs once; what it
    // finds is either a fetched tool or nothing.
    CompletableFuture<BoundTool> known = bound.getAndSet(null);
    schemas = null;
    if (known != null && known.isDone() && !known.isCompletedExceptionally()) {
      source.release();
    }
    released.complete(null);
  }

  /** Returns a stage that completes when the binding is closed and the last call is back. */
  public CompletableFuture<Void> whenReleased() {
    return released;
  }

  private static String reason(Throwable e) {
    return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
  }
}
