package dev.talaria.registry.internal.search;

/**
 * When tools are hidden behind a search, and how it answers.
 *
 * @param thresholdPercent how much of the context window the definitions of the tools that can be
 *     hidden may take before they are, where the session leaves that open
 * @param thresholdTokens the same where the size of the window is not known
 * @param defaultLimit how many tools a search finds when nothing is said
 * @param maxLimit how many it finds at most
 * @param listingTokens how long the list of hidden names in the search's description may be; 0:
 *     there is none
 */
public record SearchSettings(
    int thresholdPercent, int thresholdTokens, int defaultLimit, int maxLimit, int listingTokens) {
  public static final SearchSettings DEFAULT = new SearchSettings(10, 20_000, 5, 25, 4_000);

  /** No search finds more, whatever is configured. */
  public static final int HARD_LIMIT = 50;

  /** Returns how many tokens the definitions may take in a context window of this size. */
  long threshold(long contextTokens) {
    return contextTokens == 0
        ? thresholdTokens
        : contextTokens / 100 * thresholdPercent + contextTokens % 100 * thresholdPercent / 100;
  }
}
