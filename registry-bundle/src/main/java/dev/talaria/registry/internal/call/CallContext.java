package dev.talaria.registry.internal.call;

import dev.talaria.admin.Elicitor;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.InputRequest;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolContext;
import dev.talaria.pipeline.Failures;
import dev.talaria.registry.internal.json.JsonTrees;
import dev.talaria.registry.internal.tool.Binding;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** What one call's tool has at hand. Thread-safe; the last progress is guarded by this object. */
final class CallContext implements ToolContext {
  private static final Logger LOG = LoggerFactory.getLogger(CallContext.class);

  private final CallEngine engine;
  private final CallTask task;
  private final Binding binding;

  /** Guarded by this. */
  private double lastProgress = Double.NEGATIVE_INFINITY;

  CallContext(CallEngine engine, CallTask task, Binding binding) {
    this.engine = engine;
    this.task = task;
    this.binding = binding;
  }

  @Override
  public String callId() {
    return task.callId();
  }

  @Override
  public String toolName() {
    return task.name();
  }

  @Override
  public String sessionId() {
    return task.caller().sessionId();
  }

  @Override
  public String principal() {
    return task.caller().principal();
  }

  @Override
  public long sequence() {
    return task.sequence();
  }

  @Override
  public List<Path> workspaceRoots() {
    return task.caller().workspaceRoots();
  }

  @Override
  public Duration remaining() {
    return task.clock().remaining();
  }

  @Override
  public boolean isCancelled() {
    return task.isEnded() || task.clock().remaining().isZero();
  }

  @Override
  public Subscription onCancel(Runnable action) {
    return task.onCancel(action);
  }

  @Override
  public void progress(double progress, double total, String message) {
    ToolCall.ProgressListener listener = task.request().progress();
    if (listener == null || task.isClaimed() || !grows(progress)) {
      return;
    }
    try {
      listener.progressed(progress, total, message == null ? "" : message);
    } catch (RuntimeException e) {
      // The caller's fault, not the tool's.
      LOG.warn("Progress of {} could not be told to its caller", task.name(), e);
    }
  }

  private synchronized boolean grows(double progress) {
    if (progress <= lastProgress || Double.isNaN(progress)) {
      return false;
    }
    lastProgress = progress;
    return true;
  }

  @Override
  public System.Logger log() {
    return new OwnerLog(binding.scope().owner().name(), task.name(), this::heardBy);
  }

  /** Nobody hears of a call that is answered. */
  private Optional<ToolCall.ProgressListener> heardBy() {
    return task.isClaimed() ? Optional.empty() : Optional.ofNullable(task.request().progress());
  }

  @Override
  public Path dataFolder() {
    return engine.dataFolders().of(binding.scope().owner());
  }

  @Override
  public <T> T sessionState(Class<T> type, Supplier<? extends T> initial) {
    return task.caller().state().get(binding.scope(), type, initial);
  }

  @Override
  public Elicitation ask(String question, String schemaJson) {
    Objects.requireNonNull(question, "question");
    InputRequest form = new InputRequest.Form(question, schemaJson == null ? "" : schemaJson);
    return engine.ask(task, Map.of(Elicitor.NAMELESS, form)).get(Elicitor.NAMELESS);
  }

  @Override
  public Map<String, Elicitation> ask(Map<String, InputRequest> requests) {
    if (requests.isEmpty() || requests.containsKey(Elicitor.NAMELESS)) {
      throw new IllegalArgumentException("what is asked for needs names, one at least");
    }
    return engine.ask(task, Map.copyOf(requests));
  }

  @Override
  public CallResult call(String name, Object arguments) {
    return nested(name, arguments, null);
  }

  @Override
  public CallResult callOverridden(Object arguments) {
    return nested(task.name(), arguments, binding);
  }

  private CallResult nested(String name, Object arguments, Binding overrider) {
    ObjectNode tree;
    try {
      tree = JsonTrees.object(arguments == null ? Map.of() : arguments, binding.scope().mapper());
    } catch (IllegalArgumentException e) {
      return Failures.of(
          Failure.INVALID_ARGUMENTS,
          "The arguments for " + name + " cannot be written as JSON: " + e.getMessage());
    }
    return engine.callNested(CallRequest.nested(name, tree), task, overrider);
  }
}
