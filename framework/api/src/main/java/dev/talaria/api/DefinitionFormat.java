package dev.talaria.api;

/** How definitions of tools are written, by who reads them. */
public enum DefinitionFormat {
  /** {@code {"type":"function","function":{"name","description","parameters"}}}. */
  OPENAI,
  /** {@code {"name","description","input_schema"}}. */
  ANTHROPIC,
  /** As in a result of {@code tools/list} of the Model Context Protocol. */
  MCP
}
