/** The little of MCP that is needed around measurements. */
package dev.talaria.benchmarks.runner.mcp;
