package dev.talaria.api;

import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/** What is known of a tool. Immutable; two views may share one object. */
@ProviderType
public interface ToolInfo {
  /** The glyph that stands for a tool without one. */
  String DEFAULT_EMOJI = "⚡";

  /** Returns the name that a model calls. */
  String name();

  /** Returns the toolset it is listed in. */
  String toolset();

  /** Returns the name for people, or an empty text. */
  String title();

  /** Returns the description for the model. */
  String description();

  /** Returns the glyph, or an empty text. */
  String emoji();

  /**
   * Returns the glyph, or another if there is none.
   *
   * @param other such as {@link #DEFAULT_EMOJI}
   */
  default String emojiOr(String other) {
    return emoji().isEmpty() ? other : emoji();
  }

  /** Returns the JSON Schema (2020-12) of the arguments, as JSON text. */
  String inputSchema();

  /** Returns the JSON Schema of the structured result, as JSON text, if there is one. */
  Optional<String> outputSchema();

  /** Returns what the tool says about its effects. */
  ToolAnnotations annotations();

  /** Returns environment variables that the tool wants; for display only. */
  List<String> requiresEnv();

  /** Returns the kind of owner. */
  Origin origin();

  /** Returns the owner: a symbolic name, or {@code mcp:SERVER}. */
  String owner();

  /** Returns the version of the bundle or server that brought it; may be empty. */
  String version();

  /** Returns how it stands. */
  ToolState state();
}
