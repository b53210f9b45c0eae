package dev.talaria.registry.internal.session;

import dev.talaria.admin.SessionOptions.ToolSearchMode;
import dev.talaria.admin.SessionSpec;
import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolListener;
import dev.talaria.api.ToolSession;
import dev.talaria.api.ToolView;
import dev.talaria.pipeline.Failures;
import dev.talaria.registry.internal.call.CallEngine;
import dev.talaria.registry.internal.call.Caller;
import dev.talaria.registry.internal.search.Bridged;
import dev.talaria.registry.internal.table.ListenerHub;
import dev.talaria.registry.internal.table.ToolTable;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** One consumer's view and calls. Lock-free. */
final class BusSession implements ToolSession {
  /** Sessions inside of each other, and beside each other inside of one. */
  private static final int MAX_DEPTH = 8;

  private static final int MAX_CHILDREN = 64;

  private final Caller caller;
  private final Supplier<ToolTable> table;
  private final CallEngine engine;
  private final ListenerHub listeners;
  private final Sessions keeper;
  private final int depth;
  private final Consumer<BusSession> onClose;
  private final Set<ToolSession> children = ConcurrentHashMap.newKeySet();
  private final Set<Subscription> subscriptions = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();

  BusSession(
      Caller caller,
      Supplier<ToolTable> table,
      CallEngine engine,
      ListenerHub listeners,
      Sessions keeper,
      int depth,
      Consumer<BusSession> onClose) {
    this.caller = caller;
    this.table = table;
    this.engine = engine;
    this.listeners = listeners;
    this.keeper = keeper;
    this.depth = depth;
    this.onClose = onClose;
  }

  Caller caller() {
    return caller;
  }

  @Override
  public String id() {
    return caller.sessionId();
  }

  @Override
  public String principal() {
    return caller.principal();
  }

  @Override
  public ToolFilter filter() {
    return caller.spec().filter();
  }

  @Override
  public List<Path> workspaceRoots() {
    return caller.workspaceRoots();
  }

  @Override
  public ToolView view() {
    return keeper.search().view(table.get(), caller.visibility(), caller.spec().options());
  }

  @Override
  public CallHandle start(ToolCall call) {
    if (closed.get()) {
      return new Answered(call.callId().orElse(""), sessionEnded());
    }
    Bridged bridged = bridged(call);
    if (bridged instanceof Bridged.Answer answer) {
      return new Answered(call.callId().orElse(""), answer.result());
    }
    CallHandle handle = engine.start(((Bridged.Forward) bridged).call(), caller);
    if (closed.get()) {
      // Closing may have looked before this call was there.
      handle.cancel("its session has ended");
    }
    return handle;
  }

  @Override
  public CallResult call(ToolCall call) {
    if (closed.get()) {
      return sessionEnded();
    }
    Bridged bridged = bridged(call);
    return bridged instanceof Bridged.Answer answer
        ? answer.result()
        : engine.call(((Bridged.Forward) bridged).call(), caller);
  }

  private Bridged bridged(ToolCall call) {
    return caller.spec().options().toolSearch() == ToolSearchMode.OFF
        ? new Bridged.Forward(call)
        : keeper.search().take(call, view());
  }

  private static CallResult sessionEnded() {
    return Failures.of(Failure.CANCELLED, "The session has ended; nothing was called");
  }

  @Override
  public Subscription subscribe(ToolListener listener) {
    Subscription inner = listeners.subscribe(caller.visibility(), listener);
    Subscription mine =
        new Subscription() {
          @Override
          public void close() {
            subscriptions.remove(this);
            inner.close();
          }
        };
    subscriptions.add(mine);
    if (closed.get()) {
      mine.close();
    }
    return mine;
  }

  @Override
  public ToolSession child(ToolFilter filter) {
    if (depth >= MAX_DEPTH || children.size() >= MAX_CHILDREN) {
      throw new IllegalStateException(
          "A session may have "
              + MAX_CHILDREN
              + " sessions inside of it, and those "
              + MAX_DEPTH
              + " deep; close one first");
    }
    SessionSpec mine = caller.spec();
    BusSession child =
        keeper.open(
            new SessionSpec(
                mine.principal(), mine.client(), filter, mine.workspaceRoots(), mine.options()),
            caller.visibility().within(filter),
            caller.maker(),
            depth + 1,
            children::remove);
    children.add(child);
    if (closed.get()) {
      child.close();
    }
    return child;
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      subscriptions.forEach(Subscription::close);
      engine.cancel(caller, "its session has ended");
      children.forEach(ToolSession::close);
      onClose.accept(this);
    }
  }

  /** A call that was answered before it began. */
  private record Answered(String callId, CallResult answer) implements CallHandle {
    @Override
    public CompletionStage<CallResult> result() {
      return CompletableFuture.completedStage(answer);
    }

    @Override
    public void cancel(String reason) {
      // Answered already.
    }
  }
}
