package dev.talaria.registry.internal.policy;

import dev.talaria.registry.internal.search.SearchSettings;
import java.util.List;
import java.util.Map;

/** Reads the settings of the tool search; a value that cannot be used leaves the last good one. */
public final class SearchReader {
  public static final String PID = "dev.talaria.toolsearch";

  private final Map<String, Object> raw;
  private final List<String> warnings;

  private SearchReader(Map<String, Object> raw, List<String> warnings) {
    this.raw = raw;
    this.warnings = warnings;
  }

  /**
   * Reads the settings.
   *
   * @param warnings gets a sentence for each value that was not taken
   */
  public static SearchSettings read(
      Map<String, Object> raw, SearchSettings last, List<String> warnings) {
    SearchSettings unsaid = SearchSettings.DEFAULT;
    SearchReader reader = new SearchReader(raw, warnings);
    return new SearchSettings(
        reader.number(
            "threshold_percent", 1, 100, unsaid.thresholdPercent(), last.thresholdPercent()),
        reader.number(
            "threshold_tokens",
            0,
            Integer.MAX_VALUE,
            unsaid.thresholdTokens(),
            last.thresholdTokens()),
        reader.number(
            "default_limit",
            1,
            SearchSettings.HARD_LIMIT,
            unsaid.defaultLimit(),
            last.defaultLimit()),
        reader.number(
            "max_limit", 1, SearchSettings.HARD_LIMIT, unsaid.maxLimit(), last.maxLimit()),
        reader.number("listing_tokens", 0, 60_000, unsaid.listingTokens(), last.listingTokens()));
  }

  private int number(String key, int least, int most, int unsaid, int last) {
    Object value = raw.get(key);
    if (value == null) {
      return unsaid;
    }
    try {
      int number = Integer.parseInt(value.toString().strip());
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // Answered as a number out of range: what is wanted is the same.
    }
    warnings.add(
        key
            + " in etc/"
            + PID
            + ".cfg is '"
            + RawValues.shown(value)
            + "', the last good value stays: it must be a whole number from "
            + least
            + " to "
            + most);
    return last;
  }
}
