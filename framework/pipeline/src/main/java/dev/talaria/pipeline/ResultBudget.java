package dev.talaria.pipeline;

/**
 * How much text of results a consumer takes. A small context window takes less than the operator
 * allows.
 *
 * @param resultChars characters of one result
 * @param turnChars characters of all results of one turn of an agent
 */
public record ResultBudget(int resultChars, int turnChars) {
  private static final long CHARS_PER_TOKEN = 4;
  private static final int RESULT_PERCENT = 15;
  private static final int TURN_PERCENT = 30;
  private static final int RESULT_FLOOR = 8_000;
  private static final int TURN_FLOOR = 16_000;

  /** Servers elsewhere return more than they are asked for. */
  private static final int MCP_RESULT_CHARS = 50_000;

  /** The limit of tools that have none. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  /**
   * Returns the budget of a session.
   *
   * @param resultChars what the operator allows
   * @param turnChars what the operator allows
   * @param contextTokens size of the model's context window; 0: unknown
   */
  public static ResultBudget of(int resultChars, int turnChars, long contextTokens) {
    return new ResultBudget(
        scaled(resultChars, contextTokens, RESULT_PERCENT, RESULT_FLOOR),
        scaled(turnChars, contextTokens, TURN_PERCENT, TURN_FLOOR));
  }

  private static int scaled(int allowed, long contextTokens, int percent, int floor) {
    if (contextTokens <= 0) {
      return allowed;
    }
    // The operator's limit goes before the floor.
    long window = Math.min(contextTokens, Integer.MAX_VALUE) * CHARS_PER_TOKEN;
    return (int) Math.min(allowed, Math.max(floor, window * percent / 100));
  }

  /**
   * Returns the limit for the results of a tool.
   *
   * @param stated by the tool; 0: nothing; -1: never too long
   * @param fromMcp whether the tool is another server's
   */
  public int limitOf(int stated, boolean fromMcp) {
    if (stated < 0) {
      return UNLIMITED;
    }
    int own = stated > 0 ? stated : fromMcp ? MCP_RESULT_CHARS : UNLIMITED;
    return Math.min(own, resultChars);
  }
}
