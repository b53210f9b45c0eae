package dev.talaria.weather.internal.station;

import java.time.Instant;

/**
 * A station and its last observation.
 *
 * @param celsius the temperature in degrees Celsius
 * @param sky in words
 * @param observed when
 */
public record Station(String place, String country, double celsius, String sky, Instant observed) {
  /** Returns the place with its country. */
  public String fullName() {
    return place + ", " + country;
  }
}
