package dev.talaria.registry.internal.definition;

import dev.talaria.api.DefinitionOptions;
import dev.talaria.api.ToolInfo;
import dev.talaria.pipeline.JsonMappers;
import dev.talaria.pipeline.ToolDocument.CrossReference;
import dev.talaria.pipeline.definition.DefinitionWriter;
import dev.talaria.pipeline.definition.WrittenDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/**
 * A tool with its definitions as far as anybody asked for them. It lives as long as the tool's
 * entry in a table and is shared by all tables and views that have the entry: a definition is
 * written once for a form of it, however often tables change around it, and goes with the entry.
 *
 * <p>Lock-free: of two threads that write one at a time, the later keeps its own; both are equal.
 */
public final class DefinedTool {
  /** Forms beyond this number are written at each use, so that the list has a bound. */
  private static final int MAX_KEPT = 16;

  private static final DefinitionWriter WRITER = new DefinitionWriter(JsonMappers.base());

  private final ToolInfo info;
  private final List<CrossReference> seeAlso;
  private volatile List<Kept> kept = List.of();

  private record Form(DefinitionOptions options, String name, List<String> sentences) {}

  private record Kept(Form form, WrittenDefinition definition) {}

  /**
   * Creates it with nothing written.
   *
   * @param seeAlso what is added to the description for those who have the tools it speaks of
   */
  public DefinedTool(ToolInfo info, List<CrossReference> seeAlso) {
    this.info = Objects.requireNonNull(info, "info");
    this.seeAlso = List.copyOf(seeAlso);
  }

  String name() {
    return info.name();
  }

  /**
   * Returns the definition.
   *
   * @param name that it is listed under
   * @param present which tools are listed with it
   */
  WrittenDefinition written(DefinitionOptions options, String name, Predicate<String> present) {
    List<String> sentences =
        seeAlso.isEmpty()
            ? List.of()
            : seeAlso.stream()
                .filter(reference -> reference.tools().stream().allMatch(present))
                .map(CrossReference::text)
                .toList();
    Form form = new Form(options, name, sentences);
    List<Kept> known = kept;
    for (Kept one : known) {
      if (one.form().equals(form)) {
        return one.definition();
      }
    }
    WrittenDefinition definition = WRITER.write(info, sentences, options, name);
    if (known.size() < MAX_KEPT) {
      List<Kept> more = new ArrayList<>(known);
      more.add(new Kept(form, definition));
      kept = List.copyOf(more);
    }
    return definition;
  }
}
