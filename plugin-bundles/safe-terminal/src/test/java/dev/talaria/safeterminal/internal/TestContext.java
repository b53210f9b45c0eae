package dev.talaria.safeterminal.internal;

import dev.talaria.api.CallResult;
import dev.talaria.api.Content;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** One session of a caller: one call of it. */
final class TestContext implements ToolContext {
  private final List<Path> roots;
  private final Map<Class<?>, Object> state;
  private final AtomicLong calls;
  private final long sequence;
  private final List<Object> passed = new CopyOnWriteArrayList<>();

  private TestContext(List<Path> roots, Map<Class<?>, Object> state, AtomicLong calls) {
    this.roots = roots;
    this.state = state;
    this.calls = calls;
    this.sequence = calls.incrementAndGet();
  }

  static TestContext session(Path... roots) {
    return new TestContext(List.of(roots), new ConcurrentHashMap<>(), new AtomicLong());
  }

  /** Returns what was passed on to the overridden tool. */
  List<Object> passed() {
    return passed;
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
    return Duration.ofMinutes(10);
  }

  @Override
  public boolean isCancelled() {
    return false;
  }

  @Override
  public Subscription onCancel(Runnable action) {
    return () -> {};
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
    throw new UnsupportedOperationException("it keeps nothing");
  }

  @Override
  public <T> T sessionState(Class<T> type, Supplier<? extends T> initial) {
    return type.cast(state.computeIfAbsent(type, t -> initial.get()));
  }

  @Override
  public Elicitation ask(String question, String schemaJson) {
    return new Elicitation(Elicitation.Action.UNAVAILABLE, Map.of(), "nobody is there");
  }

  @Override
  public CallResult call(String name, Object arguments) {
    throw new UnsupportedOperationException("it calls nobody else");
  }

  @Override
  public CallResult callOverridden(Object arguments) {
    passed.add(arguments);
    return new CallResult(List.of(new Content.Text("passed")), Optional.empty(), Optional.empty());
  }
}
