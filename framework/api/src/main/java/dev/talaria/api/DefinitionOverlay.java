package dev.talaria.api;

import java.util.Map;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Changes what models are told of tools according to the state of things: limits from a
 * configuration, the capabilities of a backend. A component that implements this and carries {@link
 * OverlaySpec}; tools of the same bundle name it with {@link ToolSpec#overlay()}.
 *
 * <p>Asked on threads of the runtime, one at a time, never on a reader's: when the tool arrives,
 * when the service's properties change (as a modified configuration does), and when somebody looks
 * after the lifetime of verdicts ({@code probe_ttl}). An overlay that throws, takes too long or
 * returns null leaves the declared definition as it is. Only what is shown changes: arguments are
 * still validated against the declared schema.
 */
@ExtensionPoint
@ConsumerType
@FunctionalInterface
public interface DefinitionOverlay {
  /**
   * Returns what takes the place of members of the tool's definition.
   *
   * @param toolName which tool
   * @return any of {@code title}, {@code description} (texts) and {@code inputSchema} (a map whose
   *     members replace those of the schema's root, such as {@code properties}); other keys are
   *     ignored with a warning
   */
  Map<String, Object> overlay(String toolName) throws Exception;
}
