package dev.talaria.api;

import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The registry as bundles see it. The service is bundle-scoped: what is registered through it
 * belongs to the bundle that got it and leaves with that bundle. Thread-safe.
 *
 * <p>Most tools never touch this: a component with {@link ToolSpec} is found by itself. This is for
 * tools whose names are known only at run time, and for consumers.
 */
@ProviderType
public interface ToolRegistry {
  /**
   * Registers a tool and keeps it, whether it may stand now or not: a later change of policy can
   * admit it. A deployed bundle needs the manifest capability {@code dev.talaria.tools.dynamic}
   * with a name prefix that the name begins with. Never overrides.
   *
   * @return the handle, which tells the outcome and ends the registration when closed
   * @throws IllegalArgumentException if the declaration breaks the rules of {@link ToolSpec} or its
   *     schema is no JSON Schema
   */
  <A> ToolRegistration register(ToolDeclaration declaration, Tool<A> tool, Class<A> arguments);

  /**
   * As {@link #register}, but keeps nothing unless the tool stands at once.
   *
   * @throws ToolOverrideDeniedException if the name is taken
   * @throws ToolRejectedException if it was refused for another reason
   */
  <A> ToolRegistration registerOrFail(
      ToolDeclaration declaration, Tool<A> tool, Class<A> arguments);

  /**
   * Opens a view of the registry for calls by this bundle. Principal and workspace are the
   * runtime's defaults for bundles: no workspace.
   *
   * @param toolsets to see; empty: all
   */
  ToolSession openSession(Set<String> toolsets);

  /** Returns everything that may be called now, unfiltered. */
  ToolView view();

  /** Returns the standing tool of this name. */
  default Optional<ToolInfo> find(String name) {
    return view().find(name);
  }

  /** Hears of published changes until closed or until this bundle stops. */
  Subscription subscribe(ToolListener listener);
}
