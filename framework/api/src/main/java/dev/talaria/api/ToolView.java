package dev.talaria.api;

import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * What one kind of session sees at one moment. Immutable: a reader never sees half of a change.
 * Sessions with the same filter share the object, so it can serve as a key for what is made of it.
 */
@ProviderType
public interface ToolView {
  /** Returns the table's generation; grows with each change of who stands for which name. */
  long generation();

  /**
   * Returns the epoch of availability; grows with each change of what can be called or is shown.
   */
  long epoch();

  /** Returns the tools that may be called, ordered by name; unmodifiable. */
  List<ToolInfo> tools();

  /**
   * Returns the definitions of these tools, for a model or a client. Made at the first use and kept
   * with the view; what did not change is not written again for the next view.
   */
  Definitions definitions(DefinitionOptions options);

  /** Returns the tool of this name, if the view has it. */
  Optional<ToolInfo> find(String name);
}
