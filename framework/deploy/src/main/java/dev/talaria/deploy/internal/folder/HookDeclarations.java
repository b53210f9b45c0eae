package dev.talaria.deploy.internal.folder;

import dev.talaria.admin.DeclaredHook;
import dev.talaria.formats.jar.ComponentDescription;
import dev.talaria.formats.jar.ComponentDescription.Start;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the hooks among the components that a JAR describes. Pure. */
final class HookDeclarations {
  /** By name: the agent has no use for the API's hooks themselves. */
  private static final Set<String> TYPES =
      Set.of(
          "dev.talaria.api.hook.RewritingHook",
          "dev.talaria.api.hook.BlockingHook",
          "dev.talaria.api.hook.ObservingHook",
          "dev.talaria.api.hook.TransformingHook");

  /** What {@code HookSpec.tools} becomes in a description. */
  private static final String TOOLS = "hook.tools";

  private HookDeclarations() {}

  /** Returns the hooks; what only code can bring about is no declaration. */
  static List<DeclaredHook> of(List<ComponentDescription> components) {
    List<DeclaredHook> hooks = new ArrayList<>();
    for (ComponentDescription component : components) {
      Set<String> types =
          component.services().stream().filter(TYPES::contains).collect(Collectors.toSet());
      if (!types.isEmpty() && component.start() != Start.BY_CODE) {
        hooks.add(
            new DeclaredHook(
                component.name(), types, tools(component), component.start() == Start.CONFIGURED));
      }
    }
    return hooks;
  }

  private static List<String> tools(ComponentDescription component) {
    List<String> said = component.properties().getOrDefault(TOOLS, List.of());
    return said.isEmpty() ? List.of("*") : said;
  }
}
