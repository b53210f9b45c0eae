package dev.talaria.weather.internal.source;

import dev.talaria.api.ToolException;
import dev.talaria.weather.internal.station.Stations;
import java.time.Duration;

/** Stands for a configured address that is none. The address may hold a secret: it is not shown. */
final class UnusableSource implements StationSource {
  @Override
  public String name() {
    return "none";
  }

  @Override
  public Stations stations(Duration limit) throws ToolException {
    throw new ToolException(
        "The weather cannot be looked up: 'url' in the configuration dev.talaria.weather is no http"
            + " or https address. The operator can set it with: talaria config set"
            + " dev.talaria.weather url=https://...");
  }
}
