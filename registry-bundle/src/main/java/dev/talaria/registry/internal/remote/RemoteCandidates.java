package dev.talaria.registry.internal.remote;

import dev.talaria.admin.RemoteTool;
import dev.talaria.api.Tool;
import dev.talaria.pipeline.ToolDocument;
import dev.talaria.registry.internal.model.Candidate;
import dev.talaria.registry.internal.tool.Binding;
import dev.talaria.registry.internal.tool.CheckedDeclaration;
import dev.talaria.registry.internal.tool.Companions;
import dev.talaria.registry.internal.tool.Placeholder;
import dev.talaria.registry.internal.tool.ProviderScope;
import dev.talaria.registry.internal.tool.ToolSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import tools.jackson.databind.json.JsonMapper;

/** Makes candidates of the tools of one server, and tells whether one has become another. */
final class RemoteCandidates {
  /** A server has one content only. */
  private static final String DEPLOYMENT = "remote";

  private final ProviderScope scope;
  private final String prefix;
  private final String toolset;
  private final JsonMapper mapper;
  private final AtomicLong ids;

  RemoteCandidates(
      ProviderScope scope, String prefix, String toolset, JsonMapper mapper, AtomicLong ids) {
    this.scope = scope;
    this.prefix = prefix;
    this.toolset = toolset;
    this.mapper = mapper;
    this.ids = ids;
  }

  /**
   * Returns the candidate of a tool.
   *
   * @param known the one that stands for it so far, or null; its binding is kept if the tool is
   *     declared as it was
   */
  Candidate of(RemoteTool tool, Candidate known, String version) {
    ToolDocument document;
    Optional<String> fault = misplaced(tool);
    String name = tool.declaration().name();
    try {
      document = CheckedDeclaration.document(tool.declaration(), mapper);
    } catch (IllegalArgumentException e) {
      document = Placeholder.document(name, tool.declaration().toolset(), false);
      fault = fault.or(() -> Optional.of(e.getMessage()));
    }
    if (known != null && known.document().equals(document) && known.fault().equals(fault)) {
      return known.version().equals(version)
          ? known
          : candidate(known.id(), document, fault, version, known.binding());
    }
    return candidate(
        ids.getAndIncrement(),
        document,
        fault,
        version,
        new Binding(
            scope, document, new Given(tool.tool()), Companions.given(scope, tool.declaration())));
  }

  private Candidate candidate(
      long id, ToolDocument document, Optional<String> fault, String version, Binding binding) {
    return new Candidate(
        id, scope.owner(), DEPLOYMENT, false, 0, document, fault, version, binding);
  }

  private Optional<String> misplaced(RemoteTool tool) {
    if (!tool.declaration().name().startsWith(prefix)) {
      return Optional.of("the tools of " + scope.owner() + " have names that begin with " + prefix);
    }
    if (!tool.declaration().toolset().equals(toolset)) {
      return Optional.of("the tools of " + scope.owner() + " stand in the toolset " + toolset);
    }
    return Optional.empty();
  }

  /** The object that the client of the server gave. */
  private record Given(Tool<Map<String, Object>> tool) implements ToolSource {
    @Override
    public Obtained obtain() {
      return new Obtained(tool, Map.class);
    }

    @Override
    public void release() {
      // It belongs to whoever gave it.
    }
  }
}
