package dev.talaria.registry.internal.definition;

import dev.talaria.api.DefinitionFormat;
import dev.talaria.api.DefinitionOptions;
import dev.talaria.api.Definitions;
import dev.talaria.pipeline.definition.ProviderNames;
import dev.talaria.pipeline.definition.StrictBudget;
import dev.talaria.pipeline.definition.WrittenDefinition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The definitions of one list of tools. What the tools' own definitions are is kept with the tools;
 * here are only references to them, and the array is put together when it is asked for: that costs
 * what the copy, which has to be made anyway, costs. Immutable and thread-safe.
 */
public final class ToolDefinitions implements Definitions {
  private static final String OVER_BUDGET =
      "not strict: Anthropic takes at most 20 strict tools in a request, with 24 optional arguments"
          + " and 16 of several kinds";

  private final DefinitionOptions options;
  private final List<String> names;
  private final List<WrittenDefinition> definitions;
  private final Map<String, String> aliases;
  private final Map<String, String> byAlias;
  private final Map<String, String> notes;

  private ToolDefinitions(
      DefinitionOptions options,
      List<String> names,
      List<WrittenDefinition> definitions,
      Map<String, String> aliases,
      Map<String, String> notes) {
    this.options = options;
    this.names = names;
    this.definitions = definitions;
    this.aliases = Collections.unmodifiableMap(aliases);
    this.notes = Collections.unmodifiableMap(notes);
    this.byAlias = new HashMap<>();
    aliases.forEach((name, alias) -> byAlias.put(alias, name));
  }

  /**
   * Makes the definitions of tools. A tool that is not among them is absent, also to what the
   * others' descriptions say.
   *
   * @param tools ordered by name
   */
  public static ToolDefinitions of(DefinitionOptions options, List<DefinedTool> tools) {
    List<String> names = tools.stream().map(DefinedTool::name).toList();
    Map<String, String> aliases = aliases(options, names);
    Predicate<String> present = name -> Collections.binarySearch(names, name) >= 0;
    // Strict has no meaning to MCP; both then share what is written.
    DefinitionOptions written =
        options.format() == DefinitionFormat.MCP
            ? DefinitionOptions.of(DefinitionFormat.MCP)
            : options;
    StrictBudget budget = StrictBudget.of(written);
    List<WrittenDefinition> definitions = new ArrayList<>(tools.size());
    Map<String, String> notes = new LinkedHashMap<>();
    for (DefinedTool tool : tools) {
      String name = tool.name();
      String listed = aliases.getOrDefault(name, name);
      WrittenDefinition definition = tool.written(written, listed, present);
      Optional<String> note = definition.note();
      if (definition.isStrict() && !budget.takes(definition)) {
        definition = tool.written(DefinitionOptions.of(written.format()), listed, present);
        note = Optional.of(OVER_BUDGET + definition.note().map(more -> "; " + more).orElse(""));
      }
      definitions.add(definition);
      note.ifPresent(text -> notes.put(name, text));
    }
    return new ToolDefinitions(options, names, definitions, aliases, notes);
  }

  private static Map<String, String> aliases(DefinitionOptions options, List<String> names) {
    if (options.format() == DefinitionFormat.MCP
        || names.stream().allMatch(ProviderNames::isTaken)) {
      return Map.of();
    }
    Map<String, String> aliases = new LinkedHashMap<>();
    Set<String> given = new HashSet<>(names);
    for (String name : names) {
      if (!ProviderNames.isTaken(name)) {
        // A tool whose own name is this one's alias keeps it: names go before aliases.
        int attempt = 0;
        while (!given.add(ProviderNames.alias(name, attempt))) {
          attempt++;
        }
        aliases.put(name, ProviderNames.alias(name, attempt));
      }
    }
    return aliases;
  }

  @Override
  public DefinitionOptions options() {
    return options;
  }

  @Override
  public List<String> names() {
    return names;
  }

  @Override
  public byte[] json() {
    int length = 1 + Math.max(1, definitions.size());
    for (WrittenDefinition definition : definitions) {
      length += definition.length();
    }
    byte[] json = new byte[length];
    json[0] = '[';
    int end = 1;
    for (WrittenDefinition definition : definitions) {
      end = definition.copyTo(json, end);
      json[end++] = ',';
    }
    json[length - 1] = ']';
    return json;
  }

  @Override
  public byte[] json(int index) {
    return definitions.get(index).json();
  }

  @Override
  public Map<String, String> aliases() {
    return aliases;
  }

  @Override
  public Optional<String> toolOf(String nameInDefinitions) {
    String name = byAlias.get(nameInDefinitions);
    if (name != null) {
      return Optional.of(name);
    }
    return Collections.binarySearch(names, nameInDefinitions) >= 0
            && !aliases.containsKey(nameInDefinitions)
        ? Optional.of(nameInDefinitions)
        : Optional.empty();
  }

  @Override
  public Map<String, String> notes() {
    return notes;
  }
}
