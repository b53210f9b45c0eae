package dev.talaria.mcp.server.testing;

import dev.talaria.admin.Explanation;
import dev.talaria.admin.PolicyView;
import dev.talaria.admin.ProbedTool;
import dev.talaria.admin.RegistryAdmin;
import dev.talaria.admin.SessionSpec;
import dev.talaria.admin.ToolRow;
import dev.talaria.admin.ToolsetRow;
import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.api.CallResult.Failure;
import dev.talaria.api.Content;
import dev.talaria.api.DefinitionOptions;
import dev.talaria.api.Definitions;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolChange;
import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolInfo;
import dev.talaria.api.ToolListener;
import dev.talaria.api.ToolSession;
import dev.talaria.api.ToolView;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A registry in memory: real views, sessions, changes and calls, no bundles. */
public final class FakeRegistry implements RegistryAdmin, AutoCloseable {
  private record Table(
      long generation, Map<String, FakeTool> tools, Map<ToolFilter, ToolView> views) {}

  private record View(long generation, List<ToolInfo> tools) implements ToolView {
    @Override
    public long epoch() {
      return 0;
    }

    @Override
    public Definitions definitions(DefinitionOptions options) {
      return new FakeDefinitions(options, tools);
    }

    @Override
    public Optional<ToolInfo> find(String name) {
      return tools.stream().filter(t -> t.name().equals(name)).findFirst();
    }
  }

  public final List<SessionSpec> opened = new CopyOnWriteArrayList<>();
  private final Set<Session> open = ConcurrentHashMap.newKeySet();
  private final ExecutorService executor =
      Executors.newCachedThreadPool(
          r -> {
            Thread thread = new Thread(r, "fake-tools");
            thread.setDaemon(true);
            return thread;
          });
  private volatile Table table = new Table(1, Map.of(), new ConcurrentHashMap<>());

  public synchronized void put(FakeTool... tools) {
    Map<String, FakeTool> next = new TreeMap<>(table.tools());
    for (FakeTool tool : tools) {
      next.put(tool.name(), tool);
    }
    publish(next, List.of(tools), true);
  }

  public synchronized void remove(String name) {
    Map<String, FakeTool> next = new TreeMap<>(table.tools());
    FakeTool gone = next.remove(name);
    publish(next, List.of(gone), false);
  }

  private void publish(Map<String, FakeTool> tools, List<FakeTool> touched, boolean added) {
    table = new Table(table.generation() + 1, tools, new ConcurrentHashMap<>());
    for (Session session : open) {
      List<String> seen =
          touched.stream().filter(session::sees).map(FakeTool::name).sorted().toList();
      if (!seen.isEmpty()) {
        ToolChange change =
            new ToolChange(
                table.generation(), added ? seen : List.of(), added ? List.of() : seen, List.of());
        session.listeners.forEach(l -> l.toolsChanged(change));
      }
    }
  }

  public int openSessions() {
    return open.size();
  }

  public int subscriptions() {
    return open.stream().mapToInt(s -> s.listeners.size()).sum();
  }

  @Override
  public ToolSession openSession(SessionSpec spec) {
    Session session = new Session(spec);
    opened.add(spec);
    open.add(session);
    return session;
  }

  @Override
  public ToolView view() {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<ToolRow> rows() {
    throw new UnsupportedOperationException();
  }

  @Override
  public List<ToolsetRow> toolsets() {
    throw new UnsupportedOperationException();
  }

  @Override
  public Optional<Explanation> explain(String name) {
    throw new UnsupportedOperationException();
  }

  @Override
  public PolicyView policy() {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletionStage<List<ProbedTool>> probe(Set<String> names) {
    throw new UnsupportedOperationException("no client asks for it");
  }

  @Override
  public Subscription subscribe(ToolListener listener) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }

  private final class Session implements ToolSession {
    private final SessionSpec spec;
    private final List<ToolListener> listeners = new CopyOnWriteArrayList<>();
    private final Set<Call> calls = ConcurrentHashMap.newKeySet();

    Session(SessionSpec spec) {
      this.spec = spec;
    }

    boolean sees(ToolInfo tool) {
      return spec.filter().enabled().map(names -> names.contains(tool.toolset())).orElse(true);
    }

    @Override
    public String id() {
      return "session";
    }

    @Override
    public String principal() {
      return spec.principal();
    }

    @Override
    public ToolFilter filter() {
      return spec.filter();
    }

    @Override
    public ToolSession child(ToolFilter filter) {
      throw new UnsupportedOperationException("no edge opens children");
    }

    @Override
    public List<Path> workspaceRoots() {
      return spec.workspaceRoots();
    }

    @Override
    public ToolView view() {
      Table now = table;
      return now.views()
          .computeIfAbsent(
              spec.filter(),
              t ->
                  new View(
                      now.generation(),
                      now.tools().values().stream()
                          .filter(this::sees)
                          .map(ToolInfo.class::cast)
                          .toList()));
    }

    @Override
    public CallHandle start(ToolCall call) {
      Call running = new Call();
      FakeTool tool = table.tools().get(call.name());
      if (tool == null || !sees(tool)) {
        running.answer.complete(failed(Failure.UNKNOWN_TOOL, "unknown"));
        return running;
      }
      calls.add(running);
      executor.execute(
          () -> {
            CallResult result;
            try {
              result = tool.body().call(call, running.cancelled);
            } catch (Exception e) {
              result = failed(Failure.TOOL_ERROR, e.toString());
            }
            calls.remove(running);
            running.answer.complete(result);
          });
      return running;
    }

    @Override
    public CallResult call(ToolCall call) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Subscription subscribe(ToolListener listener) {
      listeners.add(listener);
      return () -> listeners.remove(listener);
    }

    @Override
    public void close() {
      open.remove(this);
      listeners.clear();
      calls.forEach(c -> c.cancel("the session has ended"));
    }
  }

  private static CallResult failed(Failure failure, String message) {
    return new CallResult(
        List.of(new Content.Text("{\"error\":\"" + message + "\"}")),
        Optional.empty(),
        Optional.of(failure));
  }

  private static final class Call implements CallHandle {
    private final CompletableFuture<CallResult> answer = new CompletableFuture<>();
    private final CountDownLatch cancelled = new CountDownLatch(1);

    @Override
    public String callId() {
      return "call";
    }

    @Override
    public CompletionStage<CallResult> result() {
      return answer;
    }

    @Override
    public void cancel(String reason) {
      cancelled.countDown();
      answer.complete(failed(Failure.CANCELLED, reason));
    }
  }
}
