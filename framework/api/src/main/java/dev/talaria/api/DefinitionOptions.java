package dev.talaria.api;

import java.util.Objects;

/**
 * How definitions are to be written.
 *
 * @param format for whom
 * @param strict with schemas that providers can hold models to, where a tool's schema allows it;
 *     has no effect for {@link DefinitionFormat#MCP}
 */
public record DefinitionOptions(DefinitionFormat format, boolean strict) {
  public DefinitionOptions {
    Objects.requireNonNull(format, "format");
  }

  /** Returns the plain options for a format. */
  public static DefinitionOptions of(DefinitionFormat format) {
    return new DefinitionOptions(format, false);
  }
}
