package dev.talaria.admin;

import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A hook that a component of a deployed bundle offers, as the component's description in the JAR
 * says.
 *
 * @param component name of the component
 * @param types binary names of the interfaces of hooks that it is published under
 * @param tools names of the tools whose calls it wants, with wildcards; never empty
 * @param conditional whether it exists only if the operator configures it
 */
public record DeclaredHook(
    String component, Set<String> types, List<String> tools, boolean conditional) {
  public DeclaredHook {
    Objects.requireNonNull(component, "component");
    types = Set.copyOf(types);
    tools = List.copyOf(tools);
  }
}
