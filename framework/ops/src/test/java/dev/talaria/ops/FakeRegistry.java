package dev.talaria.ops;

import dev.talaria.admin.Explanation;
import dev.talaria.admin.NameChange;
import dev.talaria.admin.PolicyView;
import dev.talaria.admin.ProbedTool;
import dev.talaria.admin.RegistryAdmin;
import dev.talaria.admin.SessionSpec;
import dev.talaria.admin.Since;
import dev.talaria.admin.ToolEvent;
import dev.talaria.admin.ToolRow;
import dev.talaria.admin.ToolsetRow;
import dev.talaria.api.CallHandle;
import dev.talaria.api.CallResult;
import dev.talaria.api.Content;
import dev.talaria.api.DefinitionOptions;
import dev.talaria.api.Definitions;
import dev.talaria.api.Origin;
import dev.talaria.api.Subscription;
import dev.talaria.api.ToolCall;
import dev.talaria.api.ToolFilter;
import dev.talaria.api.ToolInfo;
import dev.talaria.api.ToolListener;
import dev.talaria.api.ToolSession;
import dev.talaria.api.ToolState;
import dev.talaria.api.ToolView;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;

/** A registry of three candidates whose calls answer as the test says. */
final class FakeRegistry implements RegistryAdmin {
  private static final Since SINCE =
      new Since(7, Instant.parse("2026-01-02T03:04:05Z"), ToolEvent.PROMOTED, "the deployment d1");

  final List<SessionSpec> opened = new CopyOnWriteArrayList<>();
  final BlockingQueue<PendingAnswer> calls = new LinkedBlockingQueue<>();
  final AtomicBoolean sessionClosed = new AtomicBoolean();
  volatile Function<ToolCall, Optional<CallResult>> answers =
      call -> Optional.of(text("called " + call.name() + " with " + call.argumentsJson()));
  volatile List<PolicyView.Value> policy = List.of();

  /** A call and its answer to come. */
  record PendingAnswer(
      ToolCall call, CompletableFuture<CallResult> result, CompletableFuture<String> cancelled) {}

  static CallResult text(String text) {
    return new CallResult(List.of(new Content.Text(text)), Optional.empty(), Optional.empty());
  }

  static CallResult failure(CallResult.Failure failure) {
    return new CallResult(
        List.of(new Content.Text("{\"error\":\"" + failure + "\"}")),
        Optional.empty(),
        Optional.of(failure));
  }

  @Override
  public ToolView view() {
    return view(List.of(FakeTool.active("read_file")));
  }

  private static ToolView view(List<ToolInfo> tools) {
    return new ToolView() {
      @Override
      public long generation() {
        return 7;
      }

      @Override
      public long epoch() {
        return 0;
      }

      @Override
      public List<ToolInfo> tools() {
        return tools;
      }

      @Override
      public Definitions definitions(DefinitionOptions options) {
        return new FakeDefinitions(options, tools);
      }

      @Override
      public Optional<ToolInfo> find(String name) {
        return tools.stream().filter(tool -> tool.name().equals(name)).findFirst();
      }
    };
  }

  @Override
  public List<ToolRow> rows() {
    return List.of(
        new ToolRow(FakeTool.active("read_file"), "", Optional.of(SINCE)),
        new ToolRow(
            new FakeTool(
                "terminal",
                "terminal",
                Origin.BUILTIN,
                "dev.talaria.terminal",
                ToolState.UNAVAILABLE),
            "not started"),
        new ToolRow(
            new FakeTool(
                "terminal", "terminal", Origin.PLUGIN, "org.example.evil", ToolState.REFUSED),
            "no grant"));
  }

  @Override
  public List<ToolsetRow> toolsets() {
    return List.of(ToolsetRow.ofTools("files", List.of("read_file"), 1, Set.of(Origin.BUILTIN)));
  }

  @Override
  public Optional<Explanation> explain(String name) {
    List<ToolRow> steps = rows().stream().filter(row -> row.info().name().equals(name)).toList();
    return steps.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Explanation(
                name,
                Optional.of("dev.talaria." + name),
                Optional.empty(),
                steps,
                "A verdict.",
                List.of(new NameChange(SINCE, "it stands"))));
  }

  @Override
  public PolicyView policy() {
    return new PolicyView(policy);
  }

  @Override
  public ToolSession openSession(SessionSpec spec) {
    opened.add(spec);
    return new Session(spec);
  }

  @Override
  public CompletionStage<List<ProbedTool>> probe(Set<String> names) {
    return CompletableFuture.completedStage(
        rows().stream()
            .filter(row -> row.info().state() != ToolState.REFUSED)
            .filter(row -> names.isEmpty() || names.contains(row.info().name()))
            .map(row -> new ProbedTool(row.info().name(), true, row.info().state(), row.reason()))
            .toList());
  }

  @Override
  public Subscription subscribe(ToolListener listener) {
    return () -> {};
  }

  private final class Session implements ToolSession {
    private final SessionSpec spec;
    private final List<CompletableFuture<CallResult>> started = new CopyOnWriteArrayList<>();

    Session(SessionSpec spec) {
      this.spec = spec;
    }

    @Override
    public String id() {
      return "s";
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
      return new Session(
          SessionSpec.of(spec.principal(), spec.client(), filter, spec.workspaceRoots()));
    }

    @Override
    public List<Path> workspaceRoots() {
      return spec.workspaceRoots();
    }

    @Override
    public ToolView view() {
      Set<String> toolsets = spec.filter().enabled().orElse(Set.of("files"));
      return toolsets.contains("files") ? FakeRegistry.this.view() : FakeRegistry.view(List.of());
    }

    @Override
    public CallHandle start(ToolCall call) {
      CompletableFuture<CallResult> result = new CompletableFuture<>();
      CompletableFuture<String> cancelled = new CompletableFuture<>();
      started.add(result);
      if (sessionClosed.get()) {
        result.complete(failure(CallResult.Failure.WITHDRAWN));
      }
      answers.apply(call).ifPresent(result::complete);
      calls.add(new PendingAnswer(call, result, cancelled));
      return new CallHandle() {
        @Override
        public String callId() {
          return "c1";
        }

        @Override
        public CompletionStage<CallResult> result() {
          return result;
        }

        @Override
        public void cancel(String reason) {
          cancelled.complete(reason);
          result.complete(failure(CallResult.Failure.CANCELLED));
        }
      };
    }

    @Override
    public CallResult call(ToolCall call) {
      throw new UnsupportedOperationException("A server's thread must not wait for a tool.");
    }

    @Override
    public Subscription subscribe(ToolListener listener) {
      return () -> {};
    }

    @Override
    public void close() {
      sessionClosed.set(true);
      started.forEach(result -> result.complete(failure(CallResult.Failure.CANCELLED)));
    }
  }
}
