package dev.talaria.registry.internal.session;

import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolListener;
import dev.talaria.api.ToolSession;
import dev.talaria.api.ToolView;
import dev.talaria.pipeline.Failures;
import dev.talaria.registry.internal.call.CallEngine;
import dev.talaria.registry.internal.call.Caller;
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
  private final Caller caller;
  private final Supplier<ToolTable> table;
  private final CallEngine engine;
  private final ListenerHub listeners;
  private final Consumer<BusSession> onClose;
  private final Set<Subscription> subscriptions = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean closed = new AtomicBoolean();

  BusSession(
      Caller caller,
      Supplier<ToolTable> table,
      CallEngine engine,
      ListenerHub listeners,
      Consumer<BusSession> onClose) {
    this.caller = caller;
    this.table = table;
    this.engine = engine;
    this.listeners = listeners;
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
  public Set<String> toolsets() {
    return caller.toolsets();
  }

  @Override
  public List<Path> workspaceRoots() {
    return caller.workspaceRoots();
  }

  @Override
  public ToolView view() {
    return table.get().view(caller.toolsets());
  }

  @Override
  public CallHandle start(ToolCall call) {
    if (closed.get()) {
      return new Answered(call.callId().orElse(""), sessionEnded());
    }
    CallHandle handle = engine.start(call, caller);
    if (closed.get()) {
      // Closing may have looked before this call was there.
      handle.cancel("its session has ended");
    }
    return handle;
  }

  @Override
  public CallResult call(ToolCall call) {
    return closed.get() ? sessionEnded() : engine.call(call, caller);
  }

  private static CallResult sessionEnded() {
    return Failures.of(Failure.CANCELLED, "The session has ended; nothing was called");
  }

  @Override
  public Subscription subscribe(ToolListener listener) {
    Subscription inner = listeners.subscribe(caller.toolsets(), listener);
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
  public void close() {
    if (closed.compareAndSet(false, true)) {
      subscriptions.forEach(Subscription::close);
      engine.cancel(caller, "its session has ended");
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
