package dev.talaria.pipeline.definition;

import dev.talaria.api.DefinitionFormat;
import dev.talaria.api.DefinitionOptions;

/**
 * How many definitions of one request a provider holds models to: Anthropic refuses a request with
 * more than 20 strict tools, or whose strict tools have more than 24 optional arguments or 16
 * places for values of several kinds (guide to structured outputs, "Schema complexity limits"). Not
 * thread-safe.
 */
public final class StrictBudget {
  private final boolean bounded;
  private int tools = 20;
  private int optional = 24;
  private int unions = 16;

  private StrictBudget(boolean bounded) {
    this.bounded = bounded;
  }

  /** Returns the budget of one request. */
  public static StrictBudget of(DefinitionOptions options) {
    return new StrictBudget(options.format() == DefinitionFormat.ANTHROPIC);
  }

  /** Takes a strict definition into account if there is room for it. */
  public boolean takes(WrittenDefinition definition) {
    if (!bounded) {
      return true;
    }
    if (tools < 1 || definition.optional() > optional || definition.unions() > unions) {
      return false;
    }
    tools--;
    optional -= definition.optional();
    unions -= definition.unions();
    return true;
  }
}
