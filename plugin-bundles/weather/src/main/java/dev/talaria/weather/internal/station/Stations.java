package dev.talaria.weather.internal.station;

import dev.talaria.api.ToolException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** The stations of one file. Immutable. */
public final class Stations {
  private static final int MAX_SUGGESTIONS = 5;

  private final List<Station> stations;

  /** Creates the collection. */
  public Stations(List<Station> stations) {
    this.stations = List.copyOf(stations);
  }

  /**
   * Returns the station of a place, whatever its case and accents.
   *
   * @param place a name, or a name with its country
   * @throws ToolException if there is none, or more than one; the message says what to ask for
   */
  public Station find(String place) throws ToolException {
    List<Station> found =
        stations.stream()
            .filter(
                station ->
                    PlaceNames.same(place, station.place())
                        || PlaceNames.same(place, station.fullName()))
            .toList();
    return switch (found.size()) {
      case 0 -> throw new ToolException("No station is known in '" + place + "'. " + known(place));
      case 1 -> found.get(0);
      default ->
          throw new ToolException(
              "More than one place is called '" + place + "'; ask for one of: " + names(found));
    };
  }

  private String known(String place) {
    List<Station> similar =
        stations.stream()
            .filter(station -> PlaceNames.distance(place, station.place()) <= tolerance(place))
            .sorted(Comparator.comparingInt(s -> PlaceNames.distance(place, s.place())))
            .limit(MAX_SUGGESTIONS)
            .toList();
    return similar.isEmpty()
        ? "Known places are, for example: "
            + names(stations.stream().limit(MAX_SUGGESTIONS).toList())
            + "."
        : "Similar places: " + names(similar) + ".";
  }

  private static int tolerance(String place) {
    return Math.min(3, 1 + place.length() / 4);
  }

  private static String names(List<Station> some) {
    return some.stream().map(Station::fullName).collect(Collectors.joining("; "));
  }
}
