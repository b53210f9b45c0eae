package dev.talaria.mcp.wire.json;

/**
 * What a received document may be at most.
 *
 * @param maxBytes of the whole document
 * @param maxDepth of nested objects and arrays
 * @param maxNumberLength in characters
 * @param maxElements of a top-level array
 */
public record JsonLimits(int maxBytes, int maxDepth, int maxNumberLength, int maxElements) {
  /** 8 MiB, 200 levels, numbers of 400 characters, batches of 100. */
  public static final JsonLimits DEFAULT = new JsonLimits(8 << 20, 200, 400, 100);

  public JsonLimits {
    if (maxBytes < 1 || maxDepth < 1 || maxNumberLength < 1 || maxElements < 1) {
      throw new IllegalArgumentException("limits must be positive");
    }
  }
}
