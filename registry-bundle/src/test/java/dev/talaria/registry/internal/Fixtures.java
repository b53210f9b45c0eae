package dev.talaria.registry.internal;

import dev.talaria.api.Origin;
import dev.talaria.api.Tool;
import dev.talaria.api.ToolAnnotations;
import dev.talaria.pipeline.JsonMappers;
import dev.talaria.pipeline.ToolDocument;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.model.CoreDeclaration;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.OwnerId;
import dev.talaria.registry.internal.tool.ProviderScope;
import dev.talaria.registry.internal.tool.ToolSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.json.JsonMapper;

/** What the tests of the registry build their cases of. */
public final class Fixtures {
  public static final JsonMapper MAPPER = JsonMappers.base();
  public static final String ANY_OBJECT = "{\"type\":\"object\"}";

  private Fixtures() {}

  public static OwnerId mcp(String server) {
    return new OwnerId(Origin.MCP, "mcp:" + server);
  }

  public static ToolDocument document(String name, String toolset, boolean override) {
    return document(name, toolset, override, ANY_OBJECT, Optional.empty());
  }

  public static ToolDocument document(
      String name, String toolset, boolean override, String schema, Optional<Duration> timeout) {
    return new ToolDocument(
        name,
        toolset,
        "",
        "A tool of a test.",
        "",
        override,
        ToolAnnotations.DEFAULT,
        timeout,
        0,
        List.of(),
        schema,
        Optional.empty(),
        ToolDocument.Behaviour.PLAIN,
        List.of());
  }

  /** Returns the document of a tool that names a probe and an overlay, either perhaps empty. */
  public static ToolDocument accompanied(
      String name, String toolset, boolean override, String probe, String overlay) {
    ToolDocument plain = document(name, toolset, override);
    return new ToolDocument(
        name,
        toolset,
        "",
        plain.description(),
        "",
        override,
        plain.annotations(),
        plain.timeout(),
        0,
        List.of(),
        ANY_OBJECT,
        Optional.empty(),
        new ToolDocument.Behaviour(probe, overlay, 0, false),
        List.of());
  }

  public static CoreDeclaration declaration(
      OwnerId owner, String name, String toolset, boolean override) {
    return new CoreDeclaration(owner, document(name, toolset, override), Optional.empty(), "1.0.0");
  }

  public static ProviderScope scope(OwnerId owner) {
    return new ProviderScope(owner, "1.0.0", MAPPER);
  }

  public static Candidate candidate(
      long id, OwnerId owner, String deployment, String name, String toolset, boolean override) {
    return candidate(id, owner, deployment, 0, document(name, toolset, override));
  }

  public static Candidate candidate(
      long id, OwnerId owner, String deployment, int ranking, ToolDocument document) {
    return candidate(id, scope(owner), deployment, ranking, document, constant((a, c) -> "ok"));
  }

  public static Candidate candidate(
      long id,
      ProviderScope scope,
      String deployment,
      int ranking,
      ToolDocument document,
      ToolSource source) {
    return new Candidate(
        id,
        scope.owner(),
        deployment,
        document.override(),
        ranking,
        document,
        Optional.empty(),
        "1.0.0",
        new Binding(scope, document, source));
  }

  /** A source that counts how often its object is out. */
  public static final class CountingSource implements ToolSource {
    private final Tool<?> tool;
    public final AtomicInteger obtained = new AtomicInteger();
    public final AtomicInteger released = new AtomicInteger();

    public CountingSource(Tool<?> tool) {
      this.tool = tool;
    }

    @Override
    public Obtained obtain() {
      obtained.incrementAndGet();
      return new Obtained(tool, null);
    }

    @Override
    public void release() {
      released.incrementAndGet();
    }
  }

  public static CountingSource constant(Tool<?> tool) {
    return new CountingSource(tool);
  }
}
