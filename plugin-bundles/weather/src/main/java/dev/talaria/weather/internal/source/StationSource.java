package dev.talaria.weather.internal.source;

import dev.talaria.api.ToolException;
import dev.talaria.weather.internal.station.Stations;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;

/** Where stations are read from. Thread-safe. */
public interface StationSource {
  /** Returns what the caller is told of it; holds no secrets. */
  String name();

  /**
   * Returns the stations as they are now.
   *
   * @param limit how long this may take
   * @throws ToolException if they cannot be had; the message says why and who can mend it
   */
  Stations stations(Duration limit) throws ToolException, InterruptedException;

  /**
   * Returns the source for a configured address. Touches no network. An address that cannot be used
   * gives a source that says so at each call: the caller learns more from that than from a tool
   * that is missing.
   *
   * @param url the address; blank for the sample data
   */
  static StationSource of(String url) {
    if (url.isBlank()) {
      return new SampleStations();
    }
    try {
      URI address = new URI(url.strip());
      boolean web =
          "http".equalsIgnoreCase(address.getScheme())
              || "https".equalsIgnoreCase(address.getScheme());
      if (web && address.getHost() != null) {
        return new StationsAtUrl(address);
      }
    } catch (URISyntaxException e) {
      return new UnusableSource();
    }
    return new UnusableSource();
  }
}
