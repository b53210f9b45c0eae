package dev.talaria.launcher.inspect;

import java.util.Optional;

/**
 * A tool as its bundle declares it.
 *
 * @param description empty if its declaration cannot be used
 * @param inputSchema JSON Schema as text; empty if its declaration cannot be used
 * @param override whether it asks to take the place of another
 * @param problem why its declaration cannot be used
 * @param clash the core bundle that declares the same name
 * @param outcome what would become of it, a sentence
 */
public record InspectedTool(
    String name,
    String toolset,
    String description,
    String inputSchema,
    boolean override,
    Optional<String> problem,
    Optional<String> clash,
    String outcome) {}
