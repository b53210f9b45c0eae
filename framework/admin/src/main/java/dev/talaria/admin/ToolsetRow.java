package dev.talaria.admin;

import dev.talaria.api.Origin;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A toolset.
 *
 * @param name that sessions may ask for
 * @param description for people
 * @param tools the names of its standing tools, those of what it includes too, ordered
 * @param includes other toolsets that its definition names, ordered
 * @param available how many of its tools can be called now
 * @param origins of its tools
 * @param definedBy who wrote down what it holds
 */
public record ToolsetRow(
    String name,
    String description,
    List<String> tools,
    List<String> includes,
    int available,
    Set<Origin> origins,
    DefinedBy definedBy) {
  /** Who says what a toolset holds. */
  public enum DefinedBy {
    /** Nobody but its tools, which say that they stand in it. */
    TOOLS,
    /** It comes with the runtime. */
    SHIPPED,
    /** The operator, in {@code dev.talaria.toolset~NAME}. */
    CONFIGURATION
  }

  public ToolsetRow {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(description, "description");
    tools = List.copyOf(tools);
    includes = List.copyOf(includes);
    origins = Set.copyOf(origins);
    Objects.requireNonNull(definedBy, "definedBy");
  }

  /** Returns the row of a toolset that only its tools speak of. */
  public static ToolsetRow ofTools(
      String name, List<String> tools, int available, Set<Origin> origins) {
    return new ToolsetRow(name, "", tools, List.of(), available, origins, DefinedBy.TOOLS);
  }
}
