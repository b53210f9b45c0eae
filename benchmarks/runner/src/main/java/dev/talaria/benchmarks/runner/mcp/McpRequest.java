package dev.talaria.benchmarks.runner.mcp;

import java.util.Map;

/**
 * A POST to the MCP endpoint.
 *
 * @param headers all that matter to the endpoint
 * @param body a JSON-RPC message
 */
public record McpRequest(Map<String, String> headers, String body) {}
