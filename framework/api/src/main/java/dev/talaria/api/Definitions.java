package dev.talaria.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The definitions of all tools of one view, as models are given them. Made once per view and
 * options, ordered by name, so equal views give equal bytes. Immutable: what is handed out can be
 * changed without reaching the registry.
 */
@ProviderType
public interface Definitions {
  /** Returns how they are written. */
  DefinitionOptions options();

  /** Returns the names of the tools, in the order of the definitions; unmodifiable. */
  List<String> names();

  /** Returns all definitions as one JSON array in UTF-8; a copy. */
  byte[] json();

  /**
   * Returns one definition as a JSON object in UTF-8; a copy.
   *
   * @param index in the order of {@link #names}
   */
  byte[] json(int index);

  /**
   * Returns the names that providers cannot take and what they are given instead; by tool name.
   * Stable: the same tool has the same alias in every view.
   */
  Map<String, String> aliases();

  /** Returns the tool that a model means by a name of these definitions; empty: none. */
  Optional<String> toolOf(String nameInDefinitions);

  /**
   * Returns why a definition is less than what was asked for (not strict, changed); by tool name.
   */
  Map<String, String> notes();
}
