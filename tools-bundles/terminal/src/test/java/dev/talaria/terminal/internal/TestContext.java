package dev.talaria.terminal.internal;

import dev.talaria.api.CallResult;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** One session of a caller: each {@link #next()} is a further call of it. */
final class TestContext implements ToolContext {
  private final List<Path> roots;
  private final Map<Class<?>, Object> state;
  private final AtomicLong calls;
  private final long sequence;
  private volatile Duration remaining = Duration.ofMinutes(10);
  private volatile boolean cancelled;
  private volatile Elicitation.Action answer = Elicitation.Action.UNAVAILABLE;
  private final List<Runnable> onCancel = new CopyOnWriteArrayList<>();
  private final List<String> questions = new CopyOnWriteArrayList<>();

  private TestContext(List<Path> roots, Map<Class<?>, Object> state, AtomicLong calls) {
    this.roots = roots;
    this.state = state;
    this.calls = calls;
    this.sequence = calls.incrementAndGet();
  }

  static TestContext session(Path... roots) {
    return new TestContext(List.of(roots), new ConcurrentHashMap<>(), new AtomicLong());
  }

  TestContext next() {
    return new TestContext(roots, state, calls);
  }

  TestContext remaining(Duration left) {
    remaining = left;
    return this;
  }

  /** Cancels the call as the runtime does, but for the interrupt. */
  void cancel() {
    cancelled = true;
    onCancel.forEach(Runnable::run);
  }

  TestContext answering(Elicitation.Action action) {
    answer = action;
    return this;
  }

  List<String> questions() {
    return questions;
  }

  /** Ends the session as the runtime does. */
  void endSession() throws Exception {
    for (Object value : state.values()) {
      if (value instanceof AutoCloseable closeable) {
        closeable.close();
      }
    }
  }

  @Override
  public String callId() {
    return "call-" + sequence;
  }

  @Override
  public String toolName() {
    return "test";
  }

  @Override
  public String sessionId() {
    return "session";
  }

  @Override
  public String principal() {
    return "test";
  }

  @Override
  public long sequence() {
    return sequence;
  }

  @Override
  public List<Path> workspaceRoots() {
    return roots;
  }

  @Override
  public Duration remaining() {
    return remaining;
  }

  @Override
  public boolean isCancelled() {
    return cancelled;
  }

  @Override
  public Subscription onCancel(Runnable action) {
    onCancel.add(action);
    if (cancelled) {
      action.run();
    }
    return () -> onCancel.remove(action);
  }

  @Override
  public void progress(double progress, double total, String message) {
    // Nobody listens here.
  }

  @Override
  public System.Logger log() {
    return System.getLogger("test");
  }

  @Override
  public Path dataFolder() {
    throw new UnsupportedOperationException("the terminal tools keep nothing");
  }

  @Override
  public <T> T sessionState(Class<T> type, Supplier<? extends T> initial) {
    return type.cast(state.computeIfAbsent(type, t -> initial.get()));
  }

  @Override
  public Elicitation ask(String question, String schemaJson) {
    questions.add(question);
    return new Elicitation(answer, Map.of(), "nobody is there");
  }

  @Override
  public CallResult call(String name, Object arguments) {
    throw new UnsupportedOperationException("the terminal tools call nobody");
  }

  @Override
  public CallResult callOverridden(Object arguments) {
    throw new UnsupportedOperationException("the terminal tools override nobody");
  }
}
