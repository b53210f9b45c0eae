package dev.talaria.registry.internal.tool;

import dev.talaria.api.Tool;
import tools.jackson.databind.json.JsonMapper;

/**
 * A tool that can be called now.
 *
 * @param tool the object
 * @param arguments makes the tool's arguments of validated JSON
 * @param mapper of the tool's bundle
 */
public record BoundTool(Tool<Object> tool, ArgumentReader arguments, JsonMapper mapper) {}
